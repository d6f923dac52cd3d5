import { dayMs, hourMs } from '../durations.ts';
import type { OrganizationId } from '../ids.ts';

/** Mails that organizations send to addresses of their choice. */
export type MailKind = 'confirmations' | 'tests' | 'notices';

/**
 * How many such mails are sent in a window, which begins with the first of them.
 *  mailboxMax       to one mailbox from all organizations together, members aside
 *  mailboxShareMax  of these from one organization, so that none can use up what the others may send
 *  organizationMax  from one organization to all mailboxes, and with tests to all URLs
 */
export const mailAllowances = {
  confirmations: { windowMs: dayMs, mailboxMax: 4, mailboxShareMax: 2, organizationMax: 20 },
  tests: { windowMs: hourMs, mailboxMax: 6, mailboxShareMax: 3, organizationMax: 30 },
  notices: {
    windowMs: dayMs,
    mailboxMax: 300,
    mailboxShareMax: 150,
    organizationMax: Number.POSITIVE_INFINITY,
  },
} as const satisfies { readonly [Kind in MailKind]: object };

/** What was sent in the window that began then, by organization. */
type MailCount = {
  readonly sinceMs: number;
  readonly mails: Readonly<Record<OrganizationId, number>>;
};

export type MailCounts = { readonly [Kind in MailKind]?: MailCount };
