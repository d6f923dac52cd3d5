import type { OrganizationId } from '../../schemas/ids.ts';
import { memberLimits } from '../../schemas/members/limits.ts';
import type { DomainState } from '../engine/read/history.ts';
import { type MemberRow, members, membersOf } from './members.ts';

/** The owner who joined first: to whom an organization's mails go. Undefined: nobody is known of it any more. */
export function ownerOf(
  organizationId: OrganizationId,
  { list }: Pick<DomainState, 'list'>,
): MemberRow | undefined {
  const prefix = membersOf(organizationId);
  return list(members, { prefix, limit: memberLimits.listedMax })
    .map(({ row }) => row)
    .filter(row => row.role === 'owner' && row.removedAtMs === undefined)
    .filter(row => row.joinedAtMs !== undefined)
    .sort((left, right) => (left.joinedAtMs ?? 0) - (right.joinedAtMs ?? 0))[0];
}
