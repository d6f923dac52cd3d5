import type { Accepted } from '../../../platform/commands/endpoint.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { apiKeyBody } from '../../../projections/api-keys/api-key-body.ts';
import { issuedRow } from '../../../projections/api-keys/api-key-row.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { CommandId } from '../../../schemas/ids.ts';
import { keyTextOf } from './new-key.ts';

/** The key that a command issued, as it was then, with its text. */
export async function issuedResponse(
  outcome: Accepted,
  id: CommandId,
  keyring: Pick<Keyring, 'mac'>,
): Promise<{ readonly status: 201; readonly body: ResponseOf<'createApiKey'> }> {
  if (outcome.type !== 'ApiKeyIssued') {
    throw new Error(`expected ApiKeyIssued to answer, found ${outcome.type}`);
  }
  const body = apiKeyBody(issuedRow(outcome), { atMs: outcome.atMs, lastUsedAtMs: undefined });
  return { status: 201, body: { ...body, key: await keyTextOf(id, body.kind, keyring) } };
}
