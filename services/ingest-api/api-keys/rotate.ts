import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { ApiKeyRow } from '../../../projections/api-keys/api-key-row.ts';
import {
  organizationKey,
  organizationKeys,
} from '../../../projections/api-keys/organization-keys.ts';
import { hourMs } from '../../../schemas/durations.ts';
import { apiKeyStream } from '../../../schemas/ids.ts';
import type { CreateDependencies } from './create.ts';
import { issuedResponse } from './issued-response.ts';
import { keyIdOf } from './key-id.ts';
import { assertRoomForRotation } from './limits.ts';
import { keyTextOf, newKeyOf } from './new-key.ts';

/** POST /v1/api-keys/:id/rotate. */
export const rotateApiKey = (dependencies: CreateDependencies): Handler<'rotateApiKey'> =>
  commandEndpoint(
    {
      route: 'rotateApiKey',
      prepare: async request => keyOf(request, dependencies),
      stream: ({ found }) => apiKeyStream(found.keyId),
      payload: async ({ id, found: { keyId, kind }, request }) => {
        const { body, key, receivedAtMs: atMs, signal } = request;
        const { organizationId } = key;
        await assertRoomForRotation({ organizationId, atMs, signal }, dependencies);
        const text = await keyTextOf(id, kind, dependencies.keyring);
        const overlapMs = Math.round(body.overlap_hours * hourMs);
        return { type: 'RotateApiKey', data: { keyId, successor: newKeyOf(id, text), overlapMs } };
      },
      respond: (outcome, { id }) => issuedResponse(outcome, id, dependencies.keyring),
    },
    dependencies,
  );

/** The kind is part of the text of the successor. Throws 404 where the organization has no such key. */
async function keyOf(
  { params, key, receivedAtMs, signal }: HttpRequest<'rotateApiKey'>,
  { projections }: CreateDependencies,
): Promise<ApiKeyRow> {
  const id = keyIdOf(params.id, receivedAtMs);
  const state = await projections.state({ signal });
  const row = state.get(organizationKeys, organizationKey(key.organizationId, id));
  if (row !== undefined) return row;
  const message = `there is no API key ${id}`;
  throw rejectionProblem({ reason: 'api_key_unknown', message }, receivedAtMs);
}
