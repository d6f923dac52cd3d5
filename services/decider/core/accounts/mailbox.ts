import {
  afterWrongCode,
  noWrongCodes,
  type WrongCodePace,
} from '../../../../domain/accounts/wrong-codes.ts';
import type { MailboxCounts } from '../../../../schemas/accounts/mailbox-events.ts';
import { dayMs, hourMs, minuteMs } from '../../../../schemas/durations.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { memberLimits } from '../../../../schemas/members/limits.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';

export const codesPerHourMax = 5;

/** Addresses with plus tags reach one mailbox, so they share the limit on free plans. */
export const organizationsPerMailboxMax = 5;
/** As many as those organizations may have together. */
export const keysPerMailboxMax = 1_000;

/**
 * Limits guesses of the codes of one mailbox, from any number of networks: the decider checks at most 12
 * wrong codes in any 24 hours and 70 in any 30 days. The best strategy therefore takes over an organization
 * within 30 days with a probability of at most 70 / 10^6, less than 0.01 %. The simulation is
 * `test/unit/mailbox-takeover.test.ts`. The owner waits for at most 12 hours after the attacker's last guess.
 */
export const mailboxPace: WrongCodePace = {
  pausesMs: [0, 0, 0, 0, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs],
  forgetMs: 12 * hourMs,
};

export type Mailbox = MailboxCounts & { readonly kind: 'mailbox' };

/** Each event carries all counts. `CodeSent` of version 1 is in the stream of an address, without them. */
export const mailboxes = aggregate<Mailbox, CountedType>({
  kind: 'mailbox',
  reads: 'last',
  events: {
    CodeSent: true,
    WrongCodeCounted: true,
    KeyCounted: true,
    KeyUncounted: true,
    InvitationCounted: true,
  },
  evolve: (state, { data: { counts } }) =>
    counts === undefined ? state : { ...counts, kind: 'mailbox' },
});

type CountedType =
  | 'CodeSent'
  | 'WrongCodeCounted'
  | 'KeyCounted'
  | 'KeyUncounted'
  | 'InvitationCounted';

/** The counts of a mailbox; zero for a new one. */
export function countsOf(states: States, stream: StreamName): MailboxCounts {
  const { kind, ...counts } = stateOf(mailboxes, states, stream) ?? { ...nothing, kind: 'mailbox' };
  return counts;
}

const nothing: MailboxCounts = {
  codesSentAtMs: [],
  wrongCodes: noWrongCodes,
  organizations: 0,
  keys: 0,
};

export function mayGetCode({ codesSentAtMs }: MailboxCounts, atMs: number): boolean {
  const recent = codesSentAtMs.filter(sentAtMs => sentAtMs > atMs - hourMs);
  return recent.length < codesPerHourMax;
}

export const withCode = (counts: MailboxCounts, atMs: number): MailboxCounts => ({
  ...counts,
  codesSentAtMs: [...counts.codesSentAtMs, atMs].slice(-codesPerHourMax),
});

const { mailboxInvitationsPerDayMax: invitationsMax } = memberLimits;

export function mayBeInvited({ invitedAtMs = [] }: MailboxCounts, atMs: number): boolean {
  return invitedAtMs.filter(invitedMs => invitedMs > atMs - dayMs).length < invitationsMax;
}

export const withInvitation = (counts: MailboxCounts, atMs: number): MailboxCounts => ({
  ...counts,
  invitedAtMs: [...(counts.invitedAtMs ?? []), atMs].slice(-invitationsMax),
});

export const withWrongCode = (counts: MailboxCounts, atMs: number): MailboxCounts => ({
  ...counts,
  wrongCodes: afterWrongCode(counts.wrongCodes, atMs, mailboxPace),
});

export const withKey = (counts: MailboxCounts, isNew: boolean): MailboxCounts => ({
  ...counts,
  organizations: counts.organizations + (isNew ? 1 : 0),
  keys: counts.keys + 1,
});

export const withoutKey = (counts: MailboxCounts): MailboxCounts => ({
  ...counts,
  keys: Math.max(0, counts.keys - 1),
});
