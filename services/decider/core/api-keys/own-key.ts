import type { KeyId, OrganizationId } from '../../../../schemas/ids.ts';
import { apiKeyStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { type Rejected, reject } from '../decision.ts';
import { type ApiKey, apiKeys } from './api-key.ts';

/** The state of a key. An organization learns nothing about the keys of another; an operator names none. */
export function ownKey(
  keyId: KeyId,
  asking: OrganizationId | undefined,
  states: States,
): ApiKey | Rejected {
  const key = stateOf(apiKeys, states, apiKeyStream(keyId));
  return key === undefined || (asking !== undefined && asking !== key.organizationId)
    ? reject('api_key_unknown', `there is no API key ${keyId}`)
    : key;
}

/** The same for a command that needs a key that is not revoked. */
export function unrevokedKey(
  keyId: KeyId,
  asking: OrganizationId | undefined,
  states: States,
): ApiKey | Rejected {
  const key = ownKey(keyId, asking, states);
  return key.kind === 'api-key' && key.revoked
    ? reject('api_key_already_revoked', `the API key ${keyId} was revoked before`)
    : key;
}
