import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { KeyId, OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type ApiKeyRow = {
  readonly keyId: KeyId;
  readonly organizationId: OrganizationId;
  readonly kind: KeyKind;
  readonly hint: string;
  readonly serviceName: string;
  readonly issuedAtMs: number;
  readonly revokedAtMs?: number;
};

/** By the SHA-256 of the key. */
export const apiKeys: Projection<ApiKeyRow, EventOf<'ApiKeyIssued' | 'ApiKeyRevoked'>> = {
  name: 'api-keys',
  version: 1,
  types: new Set(['ApiKeyIssued', 'ApiKeyRevoked']),
  keys: event => [event.data.hash],
  project: (row, event) => {
    switch (event.type) {
      case 'ApiKeyIssued': {
        const { keyId, organizationId, kind, hint, serviceName } = event.data;
        return { keyId, organizationId, kind, hint, serviceName, issuedAtMs: event.atMs };
      }
      case 'ApiKeyRevoked':
        return row && { ...row, revokedAtMs: event.atMs };
    }
  },
};
