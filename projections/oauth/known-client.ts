import { type Client, isUnusedTooLong } from '../../domain/oauth/client.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { hashApiKey } from '../../schemas/api-keys/format.ts';
import type { OrganizationId, UserId } from '../../schemas/ids.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import type { DomainState } from '../engine/read/history.ts';
import { clientOf } from './client-id.ts';
import { type GrantRow, grantPrefix, grants } from './grants.ts';

/** Only hashes of client ids are kept, which are long. */
export const clientHashOf = (id: string): string => hashApiKey(id);

type Person = { readonly organizationId: OrganizationId; readonly userId: UserId };

type State = Pick<DomainState, 'list'>;

/** All that a person allowed and that is remembered. */
export const grantsOf = (
  { organizationId, userId }: Person,
  { list }: State,
): readonly GrantRow[] =>
  list(grants, {
    prefix: grantPrefix(organizationId, userId),
    limit: oauthLimits.grantsListedMax,
  }).map(({ row }) => row);

/** The client of an id, unless it was registered too long ago and the person never allowed it anything. */
export async function knownClient(
  id: string | undefined,
  { person, atMs }: { readonly person: Person; readonly atMs: number },
  { keyring, state }: { readonly keyring: Pick<Keyring, 'mac'>; readonly state: State },
): Promise<Client | undefined> {
  const client = id === undefined ? undefined : await clientOf(id, keyring);
  if (id === undefined || client === undefined) return undefined;
  const hash = clientHashOf(id);
  const isUsed = () => grantsOf(person, state).some(({ clientHash }) => clientHash === hash);
  return isUnusedTooLong(client, atMs) && !isUsed() ? undefined : client;
}
