import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { apiKeyStream, mailboxStream, type StreamName } from '../../../../schemas/ids.ts';
import { countsOf, withoutKey } from '../accounts/mailbox.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject, type StreamAppend } from '../decision.ts';
import { type ApiKey, apiKeys } from './api-key.ts';

type Revoke = CommandOf<'RevokeApiKey'>;

/** The mailbox of a key is only known once the key was read. */
export function revokeApiKeyStreams({ data }: Revoke, states: States): readonly StreamName[] {
  const stream = apiKeyStream(data.keyId);
  const counted = stateOf(apiKeys, states, stream)?.mailboxHash;
  return [stream, ...(counted === undefined ? [] : [mailboxStream(counted)])];
}

/** An organization learns nothing about the keys of another; an operator names none. */
export function revokeApiKey(
  { data: { keyId }, organizationId: asking }: Revoke,
  states: States,
): Decision {
  const stream = apiKeyStream(keyId);
  const key = stateOf(apiKeys, states, stream);
  if (key === undefined || (asking !== undefined && asking !== key.organizationId)) {
    return reject('api_key_unknown', `there is no API key ${keyId}`);
  }
  if (key.revoked) {
    return reject('api_key_already_revoked', `the API key ${keyId} was revoked before`);
  }
  const { organizationId, hash } = key;
  return accept(...uncounted(keyId, key, states), {
    stream,
    facts: [{ type: 'ApiKeyRevoked', data: { keyId, organizationId, hash } }],
  });
}

function uncounted(
  keyId: Revoke['data']['keyId'],
  { mailboxHash }: ApiKey,
  states: States,
): readonly StreamAppend[] {
  if (mailboxHash === undefined) return [];
  const stream = mailboxStream(mailboxHash);
  const counts = withoutKey(countsOf(states, stream));
  return [{ stream, facts: [{ type: 'KeyUncounted', data: { mailboxHash, keyId, counts } }] }];
}
