import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { organizationStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { organizations } from './organization.ts';

type Rename = CommandOf<'RenameOrganization'>;

export const renameOrganizationStreams = ({ data }: Rename) => [
  organizationStream(data.organizationId),
];

export function renameOrganization({ data }: Rename, states: States): Decision {
  const stream = organizationStream(data.organizationId);
  const organization = stateOf(organizations, states, stream);
  if (organization === undefined) {
    return reject('organization_unknown', `there is no organization ${data.organizationId}`);
  }
  if (organization.name === data.displayName.sealed) return accept();
  return accept({ stream, facts: [{ type: 'OrganizationRenamed', data }] });
}
