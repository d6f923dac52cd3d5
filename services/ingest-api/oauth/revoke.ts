import {
  commandEndpoint,
  type EndpointDependencies,
  executeBeside,
} from '../../../platform/commands/endpoint.ts';
import { commandIdFor } from '../../../platform/commands/execute.ts';
import { recordedRejection, rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { clientHashOf } from '../../../projections/oauth/known-client.ts';
import { grantId, grantStream } from '../../../schemas/oauth/grant-id.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { personOf } from './person.ts';
import { type FindDependencies, findToken } from './presented.ts';

/** DELETE /v1/me/grants/:id: answers once this process refuses its tokens. To revoke it again changes nothing. */
export const revokeGrant = (dependencies: EndpointDependencies): Handler<'revokeGrant'> =>
  commandEndpoint(
    {
      route: 'revokeGrant',
      prepare: async ({ params: { id }, receivedAtMs }) => {
        if (isUuid(id)) return grantId(id.toLowerCase());
        throw rejectionProblem(
          { reason: 'grant_unknown', message: 'there is no such grant' },
          receivedAtMs,
        );
      },
      stream: ({ found }) => grantStream(found),
      payload: async ({ found, request: { key } }) => ({
        type: 'RevokeGrant',
        data: { grantId: found, by: { userId: personOf(key).userId } },
      }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

/** POST /oauth/revoke: a token that is none, or no longer one, is revoked already (RFC 7009, 2.2). */
export const revokeToken =
  (dependencies: EndpointDependencies & FindDependencies): Handler<'revokeToken'> =>
  async request => {
    const { token, client_id: client } = request.body;
    if (token === undefined) throw invalidRequest('token is missing');
    const found = await findToken(token, dependencies, request.signal);
    if (found === undefined) return { status: 200, body: {} };
    const { grantId: id, organizationId } = found;
    const clientHash = client === undefined ? undefined : clientHashOf(client);
    const outcome = await executeBeside(
      request,
      {
        id: commandIdFor(id, 'revokeToken'),
        stream: grantStream(id),
        actor: `key:${id}`,
        organizationId,
        wish: async () => ({ type: 'RevokeGrant', data: { grantId: id, by: { clientHash } } }),
      },
      dependencies,
    );
    if (outcome.type === 'CommandRejected')
      throw recordedRejection(outcome.data, request.receivedAtMs);
    return { status: 200, body: {} };
  };
