import type { CommandOf } from '../../../schemas/commands/command.ts';
import { apiKeyStream, type StreamName } from '../../../schemas/ids.ts';
import { accept, type Decision, reject, type States } from './decision.ts';
import { only } from './state.ts';

type Revoke = CommandOf<'RevokeApiKey'>;

export const revokeApiKeyStreams = ({ data }: Revoke): readonly StreamName[] => [
  apiKeyStream(data.keyId),
];

/** An organization learns nothing about the keys of another; an operator names none. */
export function revokeApiKey(
  { data: { keyId }, organizationId: asking }: Revoke,
  states: States,
): Decision {
  const stream = apiKeyStream(keyId);
  const key = only('api-key', states.get(stream));
  if (key === undefined || (asking !== undefined && asking !== key.organizationId)) {
    return reject('api_key_unknown', `there is no API key ${keyId}`);
  }
  if (key.revoked) {
    return reject('api_key_already_revoked', `the API key ${keyId} was revoked before`);
  }
  const { organizationId, hash } = key;
  return accept({
    stream,
    facts: [{ type: 'ApiKeyRevoked', data: { keyId, organizationId, hash } }],
  });
}
