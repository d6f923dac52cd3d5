import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { apiKeyStream, type StreamName } from '../../../../schemas/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import type { ApiKey } from './api-key.ts';
import { issuing } from './issue-api-key.ts';
import { unrevokedKey } from './own-key.ts';

type Rotate = CommandOf<'RotateApiKey'>;

export const rotateApiKeyStreams = ({ data }: Rotate): readonly StreamName[] => [
  apiKeyStream(data.keyId),
];

/** The successor has everything of the key, and as long a life from now on. */
export function rotateApiKey(command: Rotate, states: States): Decision {
  const { data, atMs, organizationId: asking } = command;
  const { keyId, successor, overlapMs } = data;
  const key = unrevokedKey(keyId, asking, states);
  if (key.kind === 'rejected') return key;
  const refused = ended(command, key);
  if (refused !== undefined) return refused;
  const { organizationId, hash } = key;
  const rotated = { keyId, organizationId, hash, successorId: successor.id };
  return accept(
    {
      stream: apiKeyStream(keyId),
      facts: [{ type: 'ApiKeyRotated', data: { ...rotated, endsAtMs: atMs + overlapMs } }],
    },
    issuing(successor, { ...inherited(key, atMs), rotatedFrom: keyId }),
  );
}

function ended({ data: { keyId }, atMs }: Rotate, key: ApiKey): Rejected | undefined {
  if (key.successorId !== undefined) {
    return reject(
      'api_key_already_rotated',
      `the API key ${keyId} was rotated before, rotate its successor ${key.successorId}`,
    );
  }
  if (key.expiresAtMs === undefined || atMs < key.expiresAtMs) return undefined;
  return reject('api_key_expired', `the API key ${keyId} has expired, create another one`);
}

function inherited(
  { organizationId, keyKind: kind, serviceName, name, restrictions, ...key }: ApiKey,
  atMs: number,
) {
  const { expiresAtMs, issuedAtMs } = key;
  return {
    organizationId,
    kind,
    serviceName,
    restrictions,
    ...(name !== undefined && { name }),
    ...(expiresAtMs !== undefined && { expiresAtMs: atMs + expiresAtMs - issuedAtMs }),
  };
}
