import type { Severity } from '../../../../../schemas/alerts/rule.ts';
import { alertText } from '../alert-text.ts';
import { type Described, isOutage } from '../described.ts';
import { heldBackText } from '../notice-mail.ts';
import type { NoticeText } from '../notice-text.ts';
import { outageText } from '../outage-text.ts';
import type { PostedNotice } from './post.ts';

/** One alert or outage in a message. */
export type Section = Pick<NoticeText, 'lines' | 'url' | 'traceUrls'> & {
  /** Of what it is about, and why. */
  readonly name: string;
  readonly title: string;
  /** `over`: nothing is wrong any more. */
  readonly look: Severity | 'over';
};

/** When it ended; undefined while it lasts. */
export const endedAtMs = (one: Described): number | undefined =>
  isOutage(one) ? one.recoveredAtMs : one.resolved?.atMs;

export const textOf = (one: Described, publicUrl: string): NoticeText =>
  isOutage(one) ? outageText(one, publicUrl) : alertText(one, publicUrl);

/** The parts of a message to people; a notice of nothing that is still kept, and a test, are one. */
export function sectionsOf(notice: PostedNotice): readonly Section[] {
  const { described, heldBack, publicUrl } = notice;
  if (described.length === 0) return [soleSection(notice)];
  const sections = described.map(one => sectionOf(one, publicUrl));
  return heldBack === 0 ? sections : [...sections, heldBackSection(heldBack, publicUrl)];
}

function sectionOf(one: Described, publicUrl: string): Section {
  const { subject, lines, url, traceUrls, severity } = textOf(one, publicUrl);
  const id = isOutage(one) ? one.outageId : one.alertId;
  const isOver = one.why === 'resolved' || (one.why !== 'first' && endedAtMs(one) !== undefined);
  return {
    name: `${id} ${one.why}`,
    title: subject,
    // The first line is the title again.
    lines: lines.slice(1),
    url,
    traceUrls,
    look: isOver ? 'over' : severity,
  };
}

const soleSection = ({ subject, text, publicUrl }: PostedNotice): Section => ({
  name: 'notice',
  title: subject,
  lines: text.split('\n').filter(line => line !== '' && line !== publicUrl),
  url: publicUrl,
  traceUrls: [],
  look: 'info',
});

const heldBackSection = (heldBack: number, publicUrl: string): Section => ({
  name: 'held back',
  title: 'Held back',
  lines: [heldBackText(heldBack)],
  url: publicUrl,
  traceUrls: [],
  look: 'warning',
});
