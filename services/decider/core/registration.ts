import type { EventOf } from '../../../schemas/events/event.ts';
import type { AddressHash } from '../../../schemas/ids.ts';
import type { Json } from '../../../schemas/json.ts';

export const codeValidMs = 15 * 60_000;
export const attemptsMax = 5;

export type Registration = {
  readonly kind: 'registration';
  readonly addressHash: AddressHash;
  readonly serviceName: string;
  readonly organizationName?: string;
  readonly source: string;
  readonly sourceMetadata: { readonly [key: string]: Json };
  readonly codeMac: string;
  readonly expiresAtMs: number;
  readonly attemptsLeft: number;
  readonly verified: boolean;
};

export function evolveRegistration(
  state: Registration | undefined,
  event: EventOf<'RegistrationRequested' | 'VerificationCodeRejected' | 'RegistrationVerified'>,
): Registration | undefined {
  switch (event.type) {
    case 'RegistrationRequested': {
      const { sessionId, email, ...asked } = event.data;
      return { kind: 'registration', ...asked, attemptsLeft: attemptsMax, verified: false };
    }
    case 'VerificationCodeRejected':
      return state && { ...state, attemptsLeft: event.data.attemptsLeft };
    case 'RegistrationVerified':
      return state && { ...state, verified: true };
  }
}
