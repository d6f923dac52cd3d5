import type { NewKey } from '../../../../schemas/api-keys/commands.ts';
import type { ApiKeyIssued } from '../../../../schemas/api-keys/events.ts';
import { isPublicKind, type KeyKind } from '../../../../schemas/api-keys/kinds.ts';
import type { KeyRestrictions } from '../../../../schemas/api-keys/restrictions.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { apiKeyStream, type StreamName } from '../../../../schemas/ids.ts';
import { accept, type Decision, type Rejected, reject, type StreamAppend } from '../decision.ts';

type Issue = CommandOf<'IssueApiKey'>;

export const issueApiKeyStreams = ({ data }: Issue): readonly StreamName[] => [
  apiKeyStream(data.key.id),
];

export function issueApiKey({ data, organizationId }: Issue): Decision {
  if (organizationId === undefined) {
    return reject('api_key_unknown', 'a key belongs to an organization, and none was named');
  }
  const { key, ...rest } = data;
  return (
    withoutOrigins(data.kind, data.restrictions) ??
    accept(issuing(key, { ...rest, organizationId }))
  );
}

/** A key that everybody can read in a page is useless to others only where origins restrict it. */
export function withoutOrigins(
  kind: KeyKind,
  { allowedOrigins = [], allowNoOrigin = false }: KeyRestrictions,
): Rejected | undefined {
  if (!isPublicKind(kind) || allowedOrigins.length > 0 || allowNoOrigin) return undefined;
  return reject(
    'origins_required',
    `a key of kind ${kind} needs allowed_origins, or allow_no_origin for apps that send no origin`,
  );
}

/** The key begins: its stream has nothing else. */
export const issuing = (
  { id: keyId, hash, hint }: NewKey,
  rest: Omit<ApiKeyIssued['data'], 'keyId' | 'hash' | 'hint'>,
): StreamAppend => ({
  stream: apiKeyStream(keyId),
  facts: [{ type: 'ApiKeyIssued', data: { keyId, hash, hint, ...rest } }],
});
