import type { EventOf } from '../../schemas/events/event.ts';
import type { AddressHash, Sealed, SessionId } from '../../schemas/ids.ts';
import { dayMs, type Projection } from '../engine/projection.ts';

export type RegistrationRow = {
  readonly sessionId: SessionId;
  readonly addressHash: AddressHash;
  /** Sealed for the registration. */
  readonly email: Sealed;
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
  version: 1,
  types: new Set(['RegistrationRequested', 'RegistrationVerified']),
  keys: event => [event.data.sessionId],
  project: (row, event) => {
    switch (event.type) {
      case 'RegistrationRequested': {
        const { sessionId, addressHash, email, serviceName, expiresAtMs } = event.data;
        return { sessionId, addressHash, email, serviceName, expiresAtMs };
      }
      case 'RegistrationVerified':
        return row && { ...row, verifiedAtMs: event.atMs };
    }
  },
  retention: { ms: dayMs, endedAtMs: row => row.verifiedAtMs ?? row.expiresAtMs },
};
