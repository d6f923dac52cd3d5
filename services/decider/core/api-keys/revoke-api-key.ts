import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { apiKeyStream, mailboxStream, type StreamName } from '../../../../schemas/ids.ts';
import { countsOf, withoutKey } from '../accounts/mailbox.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type StreamAppend } from '../decision.ts';
import { type ApiKey, apiKeys } from './api-key.ts';
import { unrevokedKey } from './own-key.ts';

type Revoke = CommandOf<'RevokeApiKey'>;

/** The mailbox of a key is only known once the key was read. */
export function revokeApiKeyStreams({ data }: Revoke, states: States): readonly StreamName[] {
  const stream = apiKeyStream(data.keyId);
  const counted = stateOf(apiKeys, states, stream)?.mailboxHash;
  return [stream, ...(counted === undefined ? [] : [mailboxStream(counted)])];
}

export function revokeApiKey({ data, organizationId: asking }: Revoke, states: States): Decision {
  const { keyId } = data;
  const stream = apiKeyStream(keyId);
  const key = unrevokedKey(keyId, asking, states);
  if (key.kind === 'rejected') return key;
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
