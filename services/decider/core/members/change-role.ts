import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName, UserId } from '../../../../schemas/ids.ts';
import { membersStream } from '../../../../schemas/members/stream.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { hasOtherOwner, peopleOf, peopleStreams } from './people.ts';

type Change = CommandOf<'ChangeMemberRole'>;

export const changeMemberRoleStreams = ({ data }: Change): readonly StreamName[] =>
  peopleStreams(data.organizationId);

/** The role that somebody has already changes nothing. */
export function changeMemberRole({ data }: Change, states: States): Decision {
  const { organizationId, userId, role } = data;
  const all = peopleOf(organizationId, states);
  const person = all.find(each => each.userId === userId);
  if (person === undefined) return unknownMember(userId);
  if (person.role === role) return accept();
  if (person.role === 'owner' && !hasOtherOwner(userId, all)) return lastOwner;
  return accept({
    stream: membersStream(organizationId),
    facts: [{ type: 'MemberRoleChanged', data }],
  });
}

export const unknownMember = (id: UserId): Decision =>
  reject('member_unknown', `there is no member ${id}`);

export const lastOwner = reject(
  'last_owner',
  'an organization keeps an owner: make somebody else one first',
);
