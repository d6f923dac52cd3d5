import type { EventOf } from '../../schemas/events/event.ts';
import type { AddressHash, OrganizationId, Sealed, UserId } from '../../schemas/ids.ts';
import { memberLimits } from '../../schemas/members/limits.ts';
import type { MemberRole } from '../../schemas/members/roles.ts';
import type { Projection } from '../engine/projection.ts';

export type MemberRow = {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly addressHash: AddressHash;
  /** Sealed for the organization. */
  readonly email: Sealed;
  readonly role: MemberRole;
  /** Of the latest invitation; absent for who registered. */
  readonly invited?: {
    readonly by: UserId;
    readonly atMs: number;
    readonly expiresAtMs: number;
  };
  readonly joinedAtMs?: number;
  readonly removedAtMs?: number;
};

export const membersOf = (organizationId: OrganizationId): string => `${organizationId}/`;

export const memberKey = (organizationId: OrganizationId, userId: UserId): string =>
  membersOf(organizationId) + userId;

/** By organization and person: who registered, who was invited, and for a time who is no member any more. */
export const members: Projection<
  MemberRow,
  EventOf<'UserCreated' | 'MemberInvited' | 'MemberJoined' | 'MemberRoleChanged' | 'MemberRemoved'>
> = {
  name: 'members',
  version: 1,
  types: new Set([
    'UserCreated',
    'MemberInvited',
    'MemberJoined',
    'MemberRoleChanged',
    'MemberRemoved',
  ]),
  keys: ({ data: { organizationId, userId } }) => [memberKey(organizationId, userId)],
  project: (row, event) => {
    switch (event.type) {
      case 'UserCreated':
        return { ...event.data, role: 'owner', joinedAtMs: event.atMs };
      case 'MemberInvited': {
        const { invitedBy: by, expiresAtMs, ...data } = event.data;
        return { ...data, invited: { by, atMs: event.atMs, expiresAtMs } };
      }
      case 'MemberJoined':
        return row && { ...row, joinedAtMs: event.atMs };
      case 'MemberRoleChanged':
        return row && { ...row, role: event.data.role };
      case 'MemberRemoved':
        // Nobody did anything as one who never came.
        return row?.joinedAtMs === undefined ? undefined : { ...row, removedAtMs: event.atMs };
    }
  },
  retention: { ms: memberLimits.removedKeptMs, endedAtMs: row => row.removedAtMs },
};

export type MemberStatus = 'invited' | 'active' | 'expired' | 'removed';

export function statusOfMember(row: MemberRow, atMs: number): MemberStatus {
  const { invited, joinedAtMs, removedAtMs } = row;
  if (removedAtMs !== undefined) return 'removed';
  if (joinedAtMs !== undefined) return 'active';
  return invited !== undefined && invited.expiresAtMs <= atMs ? 'expired' : 'invited';
}
