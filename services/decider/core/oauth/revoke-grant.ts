import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { grantStream } from '../../../../schemas/oauth/grant-id.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type Grant, grants } from './grant.ts';
import { revocation } from './revocation.ts';

type Revoke = CommandOf<'RevokeGrant'>;

export const revokeGrantStreams = ({ data }: Revoke): readonly StreamName[] => [
  grantStream(data.grantId),
];

/** To revoke it again changes nothing. */
export function revokeGrant(command: Revoke, states: States): Decision {
  const { grantId, by } = command.data;
  const grant = stateOf(grants, states, grantStream(grantId));
  if (grant === undefined || !mayRevoke(command, grant)) return refused(command);
  if (grant.revoked) return accept();
  return revocation(grant, 'userId' in by ? 'person' : 'client');
}

const refused = ({ data: { grantId, by } }: Revoke): Decision =>
  'userId' in by
    ? reject('grant_unknown', `there is no grant ${grantId}`)
    : reject('invalid_grant', 'it was given to another client');

/** A person revokes what that person allowed; a client shows a token, and names no other client. */
function mayRevoke({ data: { by }, organizationId }: Revoke, { allowed }: Grant): boolean {
  if (organizationId !== allowed.organizationId) return false;
  if ('userId' in by) return by.userId === allowed.userId;
  return by.clientHash === undefined || by.clientHash === allowed.clientHash;
}
