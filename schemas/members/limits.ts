import { dayMs } from '../durations.ts';

/** Limits of the people of an organization. */
export const memberLimits = {
  /** People and open invitations. */
  membersMax: 100,
  /** How long an invitation can be followed. */
  invitedMs: 7 * dayMs,
  /** Invitations of an organization in 24 hours. */
  invitationsPerDayMax: 50,
  /** Invitations that one mailbox gets in 24 hours, from all organizations together. */
  mailboxInvitationsPerDayMax: 5,
  /** Organizations that one address may be a member of besides those it registered. */
  organizationsPerAddressMax: 100,
  /** How long it is known who somebody was who is no member any more. */
  removedKeptMs: 400 * dayMs,
  listedMax: 1_000,
} as const;
