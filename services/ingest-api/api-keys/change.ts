import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { apiKeyBody } from '../../../projections/api-keys/api-key-body.ts';
import type { LastUsed } from '../../../projections/api-keys/last-used.ts';
import {
  apiKeyResource,
  organizationKey,
  organizationKeys,
} from '../../../projections/api-keys/organization-keys.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { KeyChange } from '../../../schemas/api-keys/commands.ts';
import type { ApiKeyBody } from '../../../schemas/api-keys/management-routes.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { apiKeyStream, type KeyId } from '../../../schemas/ids.ts';
import type { Asking } from '../resource.ts';
import { restoring } from '../restoring.ts';
import { keyIdOf } from './key-id.ts';

export type ChangeDependencies = EndpointDependencies & {
  readonly projections: Projections;
  readonly lastUsed: LastUsed;
};

/** PATCH /v1/api-keys/:id. */
export const changeApiKey = (dependencies: ChangeDependencies): Handler<'changeApiKey'> =>
  commandEndpoint(
    {
      route: 'changeApiKey',
      prepare: async ({ params, receivedAtMs }) => keyIdOf(params.id, receivedAtMs),
      stream: ({ found }) => apiKeyStream(found),
      payload: async ({ found: keyId, request: { body } }) => ({
        type: 'ChangeApiKey',
        data: { keyId, change: changeOf(body) },
      }),
      respond: async (_, { found, request }) => ({
        status: 200,
        body: await readKey(found, request, dependencies),
      }),
    },
    dependencies,
  );

/** POST /v1/api-keys/:id/restore: of a key that works, name and restrictions. */
export const restoreApiKey = (dependencies: ChangeDependencies): Handler<'restoreApiKey'> =>
  commandEndpoint(
    {
      route: 'restoreApiKey',
      ...restoring(
        {
          resource: apiKeyResource,
          check: () => undefined,
          command: ({ id: keyId, version, was: { name, restrictions = {} } }) => ({
            type: 'RestoreApiKey',
            data: { keyId, version, ...(name !== undefined && { name }), restrictions },
          }),
        },
        dependencies,
      ),
      respond: async (_, { found, request }) => ({
        status: 200,
        body: await readKey(found, request, dependencies),
      }),
    },
    dependencies,
  );

async function readKey(
  id: KeyId,
  {
    key: { organizationId },
    receivedAtMs: atMs,
    signal,
  }: Asking & { readonly receivedAtMs: number },
  { projections, lastUsed }: ChangeDependencies,
): Promise<ApiKeyBody> {
  const uses = await lastUsed(organizationId, { id, asOfMs: undefined, signal });
  const row = projections.get(organizationKeys, organizationKey(organizationId, id));
  if (row === undefined) throw new Error(`expected a row of the API key ${id}`);
  return apiKeyBody(row, { atMs, lastUsedAtMs: uses.get(id) });
}

/** An empty list and `false` restrict as little as `null`. */
function changeOf(body: RequestOf<'changeApiKey'>): KeyChange {
  const { name, allowed_origins: origins, allow_no_origin: allowNoOrigin } = body;
  const { services, rate_per_minute: ratePerMinute } = body;
  return {
    ...(name !== undefined && { name }),
    ...(origins !== undefined && { allowedOrigins: origins?.length ? origins : null }),
    ...(allowNoOrigin !== undefined && { allowNoOrigin: allowNoOrigin || null }),
    ...(services !== undefined && { services }),
    ...(ratePerMinute !== undefined && { ratePerMinute }),
  };
}
