import { noWrongCodes } from '../../domain/accounts/wrong-codes.ts';
import type { RegistrationRequested } from '../../schemas/accounts/events.ts';
import type { MailboxCounts } from '../../schemas/accounts/mailbox-events.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  addressStream,
  keyId,
  mailboxStream,
  organizationId,
  organizationStream,
  registrationStream,
  sealed,
  userId,
} from '../../schemas/ids.ts';
import {
  address,
  mailbox,
  requestRegistration,
  session,
  verifyRegistration,
} from './account-commands.ts';
import { type Past, past } from './given.ts';

// What may have happened to an account before a command, and what may follow from one.

export const validMs = 15 * minuteMs;

export const requested = (data: Partial<RegistrationRequested['data']> = {}): Past =>
  past(registrationStream(data.sessionId ?? session), {
    type: 'RegistrationRequested',
    data: { ...requestRegistration().data, expiresAtMs: validMs, ...data },
  });
export const rejectedCode = (attemptsLeft: number): Past =>
  past(registrationStream(session), {
    type: 'VerificationCodeRejected',
    data: { sessionId: session, attemptsLeft },
  });
/** Of a mailbox. */
export const nothing: MailboxCounts = {
  codesSentAtMs: [],
  wrongCodes: noWrongCodes,
  organizations: 0,
  keys: 0,
};
export const inMailbox = mailboxStream(mailbox);
export const sentAt = (...codesSentAtMs: readonly number[]): Past =>
  past(inMailbox, {
    type: 'CodeSent',
    data: { addressHash: address, sessionId: session, counts: { ...nothing, codesSentAtMs } },
  });
/** A mailbox that has so much by now. */
export const holding = (counts: Partial<MailboxCounts>): Past =>
  past(inMailbox, {
    type: 'KeyCounted',
    data: {
      mailboxHash: mailbox,
      keyId: keyId('key-0'),
      isNew: false,
      counts: { ...nothing, ...counts },
    },
  });
export const keyCounted = (isNew: boolean, counts: Partial<MailboxCounts>) => ({
  stream: inMailbox,
  facts: [
    {
      type: 'KeyCounted',
      data: {
        mailboxHash: mailbox,
        keyId: verifyRegistration().data.apiKey.id,
        isNew,
        counts: { ...nothing, ...counts },
      },
    },
  ] as EventPayload[],
});
export const wrongCodeCounted = (forgottenAtMs: number, pausedUntilMs: number) => ({
  stream: inMailbox,
  facts: [
    {
      type: 'WrongCodeCounted',
      data: {
        mailboxHash: mailbox,
        sessionId: session,
        counts: { ...nothing, wrongCodes: { forgottenAtMs, pausedUntilMs } },
      },
    },
  ] as EventPayload[],
});
export const known = { userId: userId('user-0'), organizationId: organizationId('organization-0') };
export const userCreated = past(addressStream(address), {
  type: 'UserCreated',
  data: { addressHash: address, ...known, email: verifyRegistration().data.ifNew.email },
});
/** In the same decision as the user, who is its owner. */
export const organizationCreated = past(organizationStream(known.organizationId), {
  type: 'OrganizationCreated',
  data: {
    organizationId: known.organizationId,
    displayName: { sealed: sealed('a name') },
    ownerId: known.userId,
  },
});
export const integrated = (serviceName: string): Past =>
  past(organizationStream(known.organizationId), {
    type: 'ServiceIntegrated',
    data: { organizationId: known.organizationId, serviceName, source: 'cli' },
  });
export const verified: Past = past(registrationStream(session), {
  type: 'RegistrationVerified',
  data: { sessionId: session, ...known, keyId: keyId('key-0'), serviceName: 'checkout' },
});
