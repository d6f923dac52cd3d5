import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { MailboxHash, SessionId } from '../../schemas/ids.ts';
import type { Membership } from '../../schemas/sessions/membership.ts';
import type { Projection } from '../engine/projection.ts';

export type SessionRequestRow = {
  readonly sessionId: SessionId;
  readonly mailboxHash: MailboxHash;
  readonly memberships: readonly Membership[];
  readonly expiresAtMs: number;
};

/** By session, until its code has expired for a day. */
export const sessionRequests: Projection<SessionRequestRow, EventOf<'SessionRequested'>> = {
  name: 'session-requests',
  version: 1,
  types: new Set(['SessionRequested']),
  keys: event => [event.data.sessionId],
  project: (_, { data: { sessionId, mailboxHash, memberships, expiresAtMs } }) => ({
    sessionId,
    mailboxHash,
    memberships,
    expiresAtMs,
  }),
  retention: { ms: dayMs, endedAtMs: row => row.expiresAtMs },
};
