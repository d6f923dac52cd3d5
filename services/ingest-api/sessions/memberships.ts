import type { Keyring } from '../../../platform/keyring/port.ts';
import { isTagged, recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { integrationKey, integrations } from '../../../projections/accounts/integrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import { mailboxOrganizations } from '../../../projections/sessions/mailbox-organizations.ts';
import type { AddressHash, MailboxHash, OrganizationId } from '../../../schemas/ids.ts';
import type { Membership } from '../../../schemas/sessions/membership.ts';

export type Signing = {
  readonly addressHash: AddressHash;
  readonly mailboxHash: MailboxHash;
  readonly memberships: readonly Membership[];
};

type Dependencies = {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'list'>;
};

/**
 * The organizations that an address may sign in to: the one it registered, and, for an address without a plus tag, those
 * that its tagged forms registered. A tagged address gets its own alone: where a server gives `ada+eve` to somebody else,
 * that person must not get what belongs to `ada`.
 */
export async function membershipsOf(
  email: string,
  { keyring, projections }: Dependencies,
  signal: AbortSignal,
): Promise<Signing> {
  const { addressHash, mailboxHash } = await recipientOf(email, keyring);
  await projections.barrier(signal);
  const own = projections.get(users, addressHash)?.organizationId;
  const tagged = projections.get(mailboxOrganizations, mailboxHash)?.organizationIds ?? [];
  const ids = new Set([...(own === undefined ? [] : [own]), ...(isTagged(email) ? [] : tagged)]);
  const memberships = [...ids].flatMap(id => membershipIn(id, projections));
  return { addressHash, mailboxHash, memberships };
}

/** An organization has one user: its owner. */
function membershipIn(
  organizationId: OrganizationId,
  { get, list }: Dependencies['projections'],
): readonly Membership[] {
  const owner = get(organizations, organizationId)?.ownerId;
  const [first] = list(integrations, { prefix: integrationKey(organizationId, ''), limit: 1 });
  if (owner === undefined) return [];
  return [{ organizationId, userId: owner, serviceName: first?.row.serviceName ?? '' }];
}
