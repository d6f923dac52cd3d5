import {
  type MailCounts,
  type MailKind,
  mailAllowances,
} from '../../schemas/channels/mail-counts.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

export type Counted =
  | { readonly kind: 'counted'; readonly counts: MailCounts }
  /** The limit is reached until then. */
  | { readonly kind: 'full'; readonly untilMs: number };

/** The counts with one more mail of an organization. */
export function countMail(
  counts: MailCounts,
  mail: {
    readonly kind: MailKind;
    readonly by: OrganizationId;
    readonly atMs: number;
  },
  { max, shareMax }: { readonly max: number; readonly shareMax: number },
): Counted {
  const { kind, by, atMs } = mail;
  const { windowMs } = mailAllowances[kind];
  const known = counts[kind];
  const isOver = known === undefined || atMs >= known.sinceMs + windowMs;
  const { sinceMs, mails } = isOver ? { sinceMs: atMs, mails: {} } : known;
  const own = mails[by] ?? 0;
  const all = Object.values(mails).reduce((sum, count) => sum + count, 0);
  if (own >= shareMax || all >= max) return { kind: 'full', untilMs: sinceMs + windowMs };
  return {
    kind: 'counted',
    counts: { ...counts, [kind]: { sinceMs, mails: { ...mails, [by]: own + 1 } } },
  };
}
