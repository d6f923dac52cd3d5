import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { addressStream, type StreamName } from '../../../../schemas/ids.ts';
import { membersStream } from '../../../../schemas/members/stream.ts';
import { addresses } from '../accounts/address.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { lastOwner, unknownMember } from './change-role.ts';
import { hasOtherOwner, peopleOf, peopleStreams } from './people.ts';

type Remove = CommandOf<'RemoveMember'>;

export const removeMemberStreams = ({ data }: Remove): readonly StreamName[] => [
  ...peopleStreams(data.organizationId),
  addressStream(data.addressHash),
];

/** Who registered the organization would get a key of it again by registering: the address is released from it, too. */
export function removeMember({ data }: Remove, states: States): Decision {
  const { organizationId, userId, addressHash } = data;
  const all = peopleOf(organizationId, states);
  const person = all.find(each => each.userId === userId);
  if (person === undefined) return unknownMember(userId);
  if (person.role === 'owner' && person.hasJoined && !hasOtherOwner(userId, all)) return lastOwner;
  const address = addressStream(addressHash);
  const isRegistered = stateOf(addresses, states, address)?.user.userId === userId;
  const released = { organizationId, userId, addressHash };
  return accept(
    { stream: address, facts: isRegistered ? [{ type: 'AddressReleased', data: released }] : [] },
    { stream: membersStream(organizationId), facts: [{ type: 'MemberRemoved', data }] },
  );
}
