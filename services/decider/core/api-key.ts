import type { EventOf } from '../../../schemas/events/event.ts';
import type { MailboxHash, OrganizationId } from '../../../schemas/ids.ts';

export type ApiKey = {
  readonly kind: 'api-key';
  readonly organizationId: OrganizationId;
  readonly hash: string;
  /** Which it counts for; absent for keys that were issued before mailboxes were counted. */
  readonly mailboxHash?: MailboxHash;
  readonly revoked: boolean;
};

export function evolveApiKey(
  state: ApiKey | undefined,
  event: EventOf<'ApiKeyIssued' | 'ApiKeyRevoked'>,
): ApiKey | undefined {
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { organizationId, hash, mailboxHash } = event.data;
      const counted = mailboxHash === undefined ? {} : { mailboxHash };
      return { kind: 'api-key', organizationId, hash, ...counted, revoked: false };
    }
    case 'ApiKeyRevoked':
      return state && { ...state, revoked: true };
  }
}
