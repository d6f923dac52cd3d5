import type { Reference } from '../../../../schemas/copilot/reference.ts';
import {
  alertLink,
  anomalyLink,
  linkAt,
  type PageLink,
  serviceLink,
  traceLink,
} from '../../links.ts';
import { wholeMinute } from '../../time/time-search.ts';

const links: Readonly<Record<Reference['type'], (id: string) => PageLink>> = {
  service: serviceLink,
  trace: traceLink,
  alert: alertLink,
  anomaly: anomalyLink,
};

const minuteMs = 60_000;

/** An answer is about what is true now for so long; what a page shows of later is not what it was about. */
const newMs = 15 * minuteMs;

/** The page of what an answer is about: of now, or as it was when the answer was given. */
export function referenceLink(
  { type, id }: Reference,
  answeredAt: string,
  nowMs: number,
): PageLink {
  const answeredMs = Date.parse(answeredAt);
  return nowMs - answeredMs < newMs
    ? links[type](id)
    : linkAt(links[type](id), wholeMinute(answeredMs + minuteMs));
}

const idCharacters = 8;

/** What a reference leads to, in words. */
export const referenceText = ({ type, id }: Reference): string =>
  type === 'service' ? id : `${type} ${id.slice(0, idCharacters)}`;
