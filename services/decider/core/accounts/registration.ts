import type { Personal } from '../../../../schemas/accounts/personal.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import { type AddressHash, type MailboxHash, mailboxHash } from '../../../../schemas/ids.ts';
import { aggregate } from '../aggregate.ts';

export const codeValidMs = 15 * minuteMs;
export const attemptsMax = 5;

export type Registration = {
  readonly kind: 'registration';
  readonly addressHash: AddressHash;
  readonly mailboxHash: MailboxHash;
  readonly serviceName: string;
  readonly displayName?: Personal;
  readonly source: string;
  readonly metadata?: Personal;
  readonly codeMac: string;
  readonly expiresAtMs: number;
  readonly attemptsLeft: number;
  readonly verified: boolean;
};

type RegistrationType =
  | 'RegistrationRequested'
  | 'VerificationCodeRejected'
  | 'RegistrationVerified';

export const registrations = aggregate<Registration, RegistrationType>({
  kind: 'registration',
  reads: 'whole',
  events: {
    RegistrationRequested: true,
    VerificationCodeRejected: true,
    RegistrationVerified: true,
  },
  evolve: evolveRegistration,
});

function evolveRegistration(
  state: Registration | undefined,
  event: EventOf<RegistrationType>,
): Registration | undefined {
  switch (event.type) {
    case 'RegistrationRequested': {
      const { sessionId, email, ...asked } = event.data;
      return {
        kind: 'registration',
        mailboxHash: mailboxHash(asked.addressHash),
        ...asked,
        attemptsLeft: attemptsMax,
        verified: false,
      };
    }
    case 'VerificationCodeRejected':
      return state && { ...state, attemptsLeft: event.data.attemptsLeft };
    case 'RegistrationVerified':
      return state && { ...state, verified: true };
  }
}
