import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { CommandResult } from '../../../platform/commands/execute.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { apiKeyStream, nilOrganization } from '../../../schemas/ids.ts';
import { keyIdOf } from './key-id.ts';

/** `keys revoke`: answers once this process refuses the key; the others learn of it in a moment. */
export const revokeAnyKey = (dependencies: EndpointDependencies): Handler<'adminRevokeKey'> =>
  commandEndpoint(
    {
      route: 'adminRevokeKey',
      prepare: async ({ params, receivedAtMs }) => keyIdOf(params.id, receivedAtMs),
      scope: () => nilOrganization,
      sender: () => ({ actor: 'operator' }),
      stream: ({ found }) => apiKeyStream(found),
      payload: async ({ found }) => ({ type: 'RevokeApiKey', data: { keyId: found } }),
      respond: (_, { found: id }) => ({ status: 200, body: { id, revoked: true } }),
    },
    dependencies,
  );

/** DELETE /v1/api-keys/:id. To revoke a key again changes nothing and succeeds. */
export const revokeApiKey = (dependencies: EndpointDependencies): Handler<'revokeApiKey'> =>
  commandEndpoint(
    {
      route: 'revokeApiKey',
      prepare: async ({ params, receivedAtMs }) => keyIdOf(params.id, receivedAtMs),
      stream: ({ found }) => apiKeyStream(found),
      payload: async ({ found }) => ({ type: 'RevokeApiKey', data: { keyId: found } }),
      around: async (_, send) => unlessRevoked(await send()),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

function unlessRevoked(outcome: CommandResult): CommandResult {
  if (outcome.type !== 'CommandRejected') return outcome;
  const { reason, commandId } = outcome.data;
  if (reason !== 'api_key_already_revoked') return outcome;
  return { ...outcome, type: 'CommandAnswered', data: { commandId } };
}
