import type { KeyKind } from '../../../../schemas/api-keys/kinds.ts';
import type { KeyRestrictions } from '../../../../schemas/api-keys/restrictions.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { KeyId, MailboxHash, OrganizationId } from '../../../../schemas/ids.ts';
import { aggregate } from '../aggregate.ts';

export type ApiKey = {
  readonly kind: 'api-key';
  readonly organizationId: OrganizationId;
  readonly keyKind: KeyKind;
  readonly hash: string;
  readonly serviceName: string;
  readonly name?: string;
  readonly restrictions: KeyRestrictions;
  readonly issuedAtMs: number;
  readonly expiresAtMs?: number;
  /** Which it counts for; absent for keys that no mailbox counts. */
  readonly mailboxHash?: MailboxHash;
  readonly successorId?: KeyId;
  readonly revoked: boolean;
};

type ApiKeyType = 'ApiKeyIssued' | 'ApiKeyChanged' | 'ApiKeyRotated' | 'ApiKeyRevoked';

export const apiKeys = aggregate<ApiKey, ApiKeyType>({
  kind: 'api-key',
  reads: 'whole',
  events: { ApiKeyIssued: true, ApiKeyChanged: true, ApiKeyRotated: true, ApiKeyRevoked: true },
  evolve: evolveApiKey,
});

function evolveApiKey(state: ApiKey | undefined, event: EventOf<ApiKeyType>): ApiKey | undefined {
  switch (event.type) {
    case 'ApiKeyIssued':
      return issued(event);
    case 'ApiKeyChanged':
      return state && changed(state, event.data);
    case 'ApiKeyRotated':
      return state && { ...state, successorId: event.data.successorId };
    case 'ApiKeyRevoked':
      return state && { ...state, revoked: true };
  }
}

function issued({ data, atMs }: EventOf<'ApiKeyIssued'>): ApiKey {
  const { organizationId, hash, serviceName, mailboxHash, name, expiresAtMs } = data;
  return {
    kind: 'api-key',
    keyKind: data.kind,
    organizationId,
    hash,
    serviceName,
    ...(mailboxHash !== undefined && { mailboxHash }),
    ...(name !== undefined && { name }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    restrictions: data.restrictions ?? {},
    issuedAtMs: atMs,
    revoked: false,
  };
}

function changed(state: ApiKey, { name, restrictions }: EventOf<'ApiKeyChanged'>['data']): ApiKey {
  const { name: before, ...rest } = state;
  return { ...rest, ...(name !== undefined && { name }), restrictions };
}
