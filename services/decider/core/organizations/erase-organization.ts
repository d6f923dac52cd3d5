import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { organizationStream } from '../../../../schemas/ids.ts';
import { erasureStream } from '../../../../schemas/organizations/erasure.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { erasures } from './erasure.ts';
import { organizations } from './organization.ts';

type Erase = CommandOf<'EraseOrganization'>;
type Conclude = CommandOf<'ConcludeErasure'>;

export const eraseOrganizationStreams = ({ data: { organizationId: id } }: Erase) => [
  erasureStream(id),
  organizationStream(id),
];

/** To erase an organization again changes nothing. */
export function eraseOrganization({ data }: Erase, states: States): Decision {
  const { organizationId: id } = data;
  const stream = erasureStream(id);
  if (stateOf(erasures, states, stream) !== undefined) return accept();
  if (stateOf(organizations, states, organizationStream(id)) === undefined)
    return reject('organization_unknown', `there is no organization ${id}`);
  return accept({ stream, facts: [{ type: 'OrganizationErasureRequested', data }] });
}

export const concludeErasureStreams = ({ data }: Conclude) => [erasureStream(data.organizationId)];

export function concludeErasure({ data }: Conclude, states: States): Decision {
  const stream = erasureStream(data.organizationId);
  if (stateOf(erasures, states, stream)?.isOver !== false) return accept();
  return accept({ stream, facts: [{ type: 'OrganizationErased', data }] });
}
