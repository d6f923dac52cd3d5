import type { CommandOf } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  mailboxStream,
  type OrganizationId,
  organizationId,
  organizationStream,
  sealed,
  sessionStream,
  userId,
} from '../../schemas/ids.ts';
import type { RequestSession, VerifySession } from '../../schemas/sessions/commands.ts';
import type { Membership } from '../../schemas/sessions/membership.ts';
import { address, envelope, mailbox, session } from './account-commands.ts';
import { validMs } from './account-past.ts';
import { type Past, past } from './given.ts';

export const membership = (name: number, serviceName = 'checkout'): Membership => ({
  organizationId: organizationId(`c0000000-0000-4000-8000-${String(name).padStart(12, '0')}`),
  userId: userId(`b0000000-0000-4000-8000-${String(name).padStart(12, '0')}`),
  serviceName,
});

export const requestSession = (
  data: Partial<RequestSession['data']> = {},
  atMs = 0,
): CommandOf<'RequestSession'> => ({
  type: 'RequestSession',
  data: {
    sessionId: session,
    addressHash: address,
    mailboxHash: mailbox,
    email: sealed('sealed for the session'),
    memberships: [membership(1)],
    codeMac: 'right',
    ...data,
  },
  ...envelope(mailboxStream(data.mailboxHash ?? mailbox), atMs),
});

export const verifySession = (
  data: Partial<VerifySession['data']> = {},
  atMs = 0,
): CommandOf<'VerifySession'> => ({
  type: 'VerifySession',
  data: { sessionId: session, codeMac: 'right', hash: 'hash', ...data },
  ...envelope(mailboxStream(mailbox), atMs),
});

export const endSession = (
  organization: OrganizationId | undefined,
  atMs = 0,
): CommandOf<'EndSession'> => ({
  type: 'EndSession',
  data: { sessionId: session },
  ...envelope(sessionStream(session), atMs),
  ...(organization !== undefined && { organizationId: organization }),
});

/** Whose organization it is that somebody is in. */
export const registered = ({ organizationId: id, userId: ownerId }: Membership): Past =>
  past(organizationStream(id), {
    type: 'OrganizationCreated',
    data: { organizationId: id, displayName: { sealed: sealed('a name') }, ownerId },
  });

const inSession = sessionStream(session);

/** What may have happened in a session before. */
export const sessionPast = {
  requested: (...memberships: readonly Membership[]): Past =>
    past(inSession, {
      type: 'SessionRequested',
      data: { ...requestSession({ memberships }).data, expiresAtMs: validMs },
    }),
  rejected: (attemptsLeft: number): Past =>
    past(inSession, {
      type: 'SessionCodeRejected',
      data: { sessionId: session, attemptsLeft },
    }),
  started: (of: Membership, expiresAtMs: number): Past => past(inSession, started(of, expiresAtMs)),
  ended: ({ organizationId: id }: Membership): Past => past(inSession, ended(id)),
};

export const started = (of: Membership, expiresAtMs: number): EventPayload => ({
  type: 'SessionStarted',
  data: { sessionId: session, ...of, hash: 'hash', expiresAtMs },
});

export const ended = (organization: OrganizationId): EventPayload => ({
  type: 'SessionEnded',
  data: { sessionId: session, organizationId: organization, hash: 'hash' },
});
