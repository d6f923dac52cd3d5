import type { EventOf } from '../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

export type ApiKey = {
  readonly kind: 'api-key';
  readonly organizationId: OrganizationId;
  readonly hash: string;
  readonly revoked: boolean;
};

export function evolveApiKey(
  state: ApiKey | undefined,
  event: EventOf<'ApiKeyIssued' | 'ApiKeyRevoked'>,
): ApiKey | undefined {
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { organizationId, hash } = event.data;
      return { kind: 'api-key', organizationId, hash, revoked: false };
    }
    case 'ApiKeyRevoked':
      return state && { ...state, revoked: true };
  }
}
