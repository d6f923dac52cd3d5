import type { Alert } from './words.ts';

const minuteMs = 60_000;

/** Shown before and after: as much as a window, as its values follow from that time. */
const contextMs = { least: 15 * minuteMs, most: 180 * minuteMs } as const;

/** Evaluations of six hours, one every ten seconds, are as many as a chart can show. */
const shownMsMax = 360 * minuteMs;

export type ShownSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  /** The alert fired for longer than is shown. */
  readonly isCut: boolean;
};

/** The time around an alert: some of before, and some of after it or up to now. */
export function spanAround(
  { window, triggered_at, resolved_at }: Pick<Alert, 'window' | 'triggered_at' | 'resolved_at'>,
  nowMs: number,
): ShownSpan {
  const windowMs = Date.parse(window.to) - Date.parse(window.from);
  const around = Math.min(contextMs.most, Math.max(contextMs.least, windowMs));
  const fromMs = Date.parse(triggered_at) - around;
  const endMs = resolved_at === null ? nowMs : Date.parse(resolved_at) + around;
  // The window in which an alert fires may end a little later than now.
  const wholeMs = Math.max(Date.parse(window.to), Math.min(nowMs, endMs));
  const toMs = Math.min(wholeMs, fromMs + shownMsMax);
  return { fromMs, toMs, isCut: toMs < wholeMs };
}
