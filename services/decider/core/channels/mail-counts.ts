import { countMail } from '../../../../domain/channels/mail-counts.ts';
import {
  type MailCounts,
  type MailKind,
  mailAllowances,
} from '../../../../schemas/channels/mail-counts.ts';
import { mailCountsStream } from '../../../../schemas/channels/recipient.ts';
import type { MailboxHash, OrganizationId } from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject, type StreamAppend } from '../decision.ts';

type Counts = { readonly kind: 'mail-counts'; readonly counts: MailCounts };

/** Each event has all counts. */
export const mailCounts = aggregate<Counts, 'MailCounted'>({
  kind: 'mail-counts',
  reads: 'last',
  events: { MailCounted: true },
  evolve: (_, { data: { counts } }) => ({ kind: 'mail-counts', counts }),
});

type Mail = {
  readonly kind: MailKind;
  readonly by: OrganizationId;
  /** Absent: no mailbox counts it, because it is a member's or no mailbox at all. */
  readonly mailboxHash: MailboxHash | undefined;
  readonly atMs: number;
};

/** Counts a mail before it is sent, for its organization and its mailbox. Deleting channels does not uncount it. */
export function countMails(mail: Mail, states: States): readonly StreamAppend[] | Rejected {
  const { by, mailboxHash } = mail;
  const { organizationMax, mailboxMax, mailboxShareMax } = mailAllowances[mail.kind];
  const ofOrganization = count(mail, by, { max: organizationMax }, states);
  if ('reason' in ofOrganization || mailboxHash === undefined) return one(ofOrganization);
  const bounds = { max: mailboxMax, shareMax: mailboxShareMax };
  const ofMailbox = count(mail, mailboxHash, bounds, states);
  return 'reason' in ofMailbox ? ofMailbox : [ofMailbox, ofOrganization];
}

const one = (counted: StreamAppend | Rejected): readonly StreamAppend[] | Rejected =>
  'reason' in counted ? counted : [counted];

function count(
  mail: Mail,
  id: OrganizationId | MailboxHash,
  { max, shareMax = max }: { readonly max: number; readonly shareMax?: number },
  states: States,
): StreamAppend | Rejected {
  const stream = mailCountsStream(id);
  const counts = stateOf(mailCounts, states, stream)?.counts ?? {};
  const counted = countMail(counts, mail, { max, shareMax });
  if (counted.kind === 'full')
    return reject('too_many_mails', fullTexts[id === mail.by ? 'all' : 'one'], counted.untilMs);
  const data = { organizationId: mail.by, counts: counted.counts };
  return { stream, facts: [{ type: 'MailCounted', data }] };
}

const fullTexts = {
  all: 'the organization has sent as many confirmations or tests as it may; try again later',
  one: 'this mailbox has got as many confirmations or tests as it may; try again later',
} as const;
