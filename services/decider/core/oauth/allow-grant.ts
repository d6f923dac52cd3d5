import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { grantStream } from '../../../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../../../schemas/oauth/limits.ts';
import { accept, type Decision, reject } from '../decision.ts';

type Allow = CommandOf<'AllowGrant'>;

export const allowGrantStreams = ({ data }: Allow): readonly StreamName[] => [
  grantStream(data.grantId),
];

/** The grant begins: its stream has nothing else. */
export function allowGrant({ data, organizationId, atMs }: Allow): Decision {
  if (organizationId === undefined)
    return reject('grant_unknown', 'a grant is of an organization, and none was named');
  const codeExpiresAtMs = atMs + oauthLimits.codeMs;
  return accept({
    stream: grantStream(data.grantId),
    facts: [{ type: 'GrantAllowed', data: { ...data, organizationId, codeExpiresAtMs } }],
  });
}
