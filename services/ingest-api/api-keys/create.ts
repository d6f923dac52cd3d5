import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { IssueApiKey } from '../../../schemas/api-keys/commands.ts';
import type { KeyRestrictions } from '../../../schemas/api-keys/restrictions.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { sentInstantMs } from '../../../schemas/http/sent-instant.ts';
import { apiKeyStream, type CommandId, keyId } from '../../../schemas/ids.ts';
import { issuedResponse } from './issued-response.ts';
import { assertRoomForKey } from './limits.ts';
import { keyTextOf, newKeyOf } from './new-key.ts';

export type CreateDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'state'>;
};

/** POST /v1/api-keys. */
export const createApiKey = (dependencies: CreateDependencies): Handler<'createApiKey'> =>
  commandEndpoint(
    {
      route: 'createApiKey',
      prepare: async () => undefined,
      stream: ({ id }) => apiKeyStream(keyId(uuidV5(id, 'api-key'))),
      payload: async ({ id, request }) => {
        const { receivedAtMs: atMs, signal } = request;
        const { organizationId } = request.key;
        await assertRoomForKey({ organizationId, atMs, signal }, dependencies);
        return issueWish(id, request, dependencies);
      },
      respond: (outcome, { id }) => issuedResponse(outcome, id, dependencies.keyring),
    },
    dependencies,
  );

async function issueWish(
  id: CommandId,
  { body, key, receivedAtMs }: HttpRequest<'createApiKey'>,
  { keyring }: CreateDependencies,
): Promise<IssueApiKey> {
  const { name, kind } = body;
  const expiresAtMs = expiryOf(body, receivedAtMs);
  return {
    type: 'IssueApiKey',
    data: {
      key: newKeyOf(id, await keyTextOf(id, kind, keyring)),
      name,
      kind,
      serviceName: key.serviceName,
      restrictions: restrictionsOf(body),
      ...(expiresAtMs !== undefined && { expiresAtMs }),
    },
  };
}

function expiryOf(
  { expires_at: at }: RequestOf<'createApiKey'>,
  nowMs: number,
): number | undefined {
  if (at === undefined) return undefined;
  const expiresAtMs = sentInstantMs(at);
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalidRequest(
    `expires_at must lie in the future; it is ${new Date(nowMs).toISOString()} now`,
  );
}

const restrictionsOf = ({
  allowed_origins: allowedOrigins = [],
  allow_no_origin: allowNoOrigin = false,
  services,
  rate_per_minute: ratePerMinute,
}: RequestOf<'createApiKey'>): KeyRestrictions => ({
  ...(allowedOrigins.length > 0 && { allowedOrigins }),
  ...(allowNoOrigin && { allowNoOrigin }),
  ...(services !== undefined && { services }),
  ...(ratePerMinute !== undefined && { ratePerMinute }),
});
