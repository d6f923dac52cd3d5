import type { Personal } from '../../schemas/accounts/personal.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import {
  type AddressHash,
  type MailboxHash,
  mailboxHash,
  type Sealed,
  type SessionId,
} from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type RegistrationRow = {
  readonly sessionId: SessionId;
  readonly addressHash: AddressHash;
  readonly mailboxHash: MailboxHash;
  /** Sealed for the registration, as are the next two. */
  readonly email: Sealed;
  readonly displayName?: Personal;
  readonly metadata?: Personal;
  readonly serviceName: string;
  readonly expiresAtMs: number;
  readonly verifiedAtMs?: number;
};

/** By session. */
export const registrations: Projection<
  RegistrationRow,
  EventOf<'RegistrationRequested' | 'RegistrationVerified'>
> = {
  name: 'registrations',
  version: 2,
  types: new Set(['RegistrationRequested', 'RegistrationVerified']),
  keys: event => [event.data.sessionId],
  project: (row, event) => {
    switch (event.type) {
      case 'RegistrationRequested': {
        const { source, codeMac, ...kept } = event.data;
        return { mailboxHash: mailboxHash(kept.addressHash), ...kept };
      }
      case 'RegistrationVerified':
        return row && { ...row, verifiedAtMs: event.atMs };
    }
  },
  retention: { ms: dayMs, endedAtMs: row => row.verifiedAtMs ?? row.expiresAtMs },
};
