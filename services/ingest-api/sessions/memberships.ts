import type { Keyring } from '../../../platform/keyring/port.ts';
import { isTagged, recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { integrationKey, integrations } from '../../../projections/accounts/integrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import {
  memberAddresses,
  organizationsOfAddress,
} from '../../../projections/members/member-addresses.ts';
import {
  type MemberRow,
  memberKey,
  members,
  statusOfMember,
} from '../../../projections/members/members.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import { mailboxOrganizations } from '../../../projections/sessions/mailbox-organizations.ts';
import type { AddressHash, MailboxHash } from '../../../schemas/ids.ts';
import { memberLimits } from '../../../schemas/members/limits.ts';
import type { Membership } from '../../../schemas/sessions/membership.ts';

export type Signing = {
  readonly addressHash: AddressHash;
  readonly mailboxHash: MailboxHash;
  readonly memberships: readonly Membership[];
};

type Dependencies = {
  readonly keyring: Pick<Keyring, 'mac'>;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'list'>;
  readonly atMs: number;
};

/**
 * The organizations that an address may sign in to: the one it registered, those it was invited to, and, for an address
 * without a plus tag, those that its tagged forms registered. A tagged address gets its own alone: where a server gives
 * `ada+eve` to somebody else, that person must not get what belongs to `ada`.
 *  atMs  Unix ms, by which invitations have expired or not
 */
export async function membershipsOf(
  email: string,
  { keyring, projections, atMs }: Dependencies,
  signal: AbortSignal,
): Promise<Signing> {
  const { addressHash, mailboxHash } = await recipientOf(email, keyring);
  await projections.barrier(signal);
  const people = [
    ...registeredBy(addressHash, projections),
    ...(isTagged(email) ? [] : registeredByTagged(mailboxHash, projections)),
    ...invitedWith(addressHash, projections),
  ];
  const memberships = people.flatMap(row => membershipIn(row, projections, atMs));
  return { addressHash, mailboxHash, memberships: firstOfEach(memberships) };
}

type Reads = Dependencies['projections'];
type Named = Pick<MemberRow, 'organizationId' | 'userId'>;

function registeredBy(address: AddressHash, { get }: Reads): readonly Named[] {
  const user = get(users, address);
  return user === undefined ? [] : [user];
}

const registeredByTagged = (mailbox: MailboxHash, { get }: Reads): readonly Named[] =>
  (get(mailboxOrganizations, mailbox)?.organizationIds ?? []).flatMap(organizationId => {
    const userId = get(organizations, organizationId)?.ownerId;
    return userId === undefined ? [] : [{ organizationId, userId }];
  });

const invitedWith = (address: AddressHash, { list }: Reads): readonly Named[] =>
  list(memberAddresses, {
    prefix: organizationsOfAddress(address),
    limit: memberLimits.organizationsPerAddressMax,
  }).map(({ row }) => row);

function membershipIn(
  { organizationId, userId }: Named,
  { get, list }: Reads,
  atMs: number,
): readonly Membership[] {
  const row = get(members, memberKey(organizationId, userId));
  const status = row && statusOfMember(row, atMs);
  if (status !== 'active' && status !== 'invited') return [];
  const [first] = list(integrations, { prefix: integrationKey(organizationId, ''), limit: 1 });
  const membership = { organizationId, userId, serviceName: first?.row.serviceName ?? '' };
  return [status === 'invited' ? { ...membership, isInvitation: true } : membership];
}

/** Somebody who is in an organization twice comes as the first. */
const firstOfEach = (all: readonly Membership[]): readonly Membership[] =>
  all.filter(
    ({ organizationId: id }, index) =>
      all.findIndex(({ organizationId }) => organizationId === id) === index,
  );
