import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { type SessionId, sessionId, sessionStream } from '../../../schemas/ids.ts';

/** The id of the key of a session is that of the session. */
const sessionOf = ({ keyId }: { readonly keyId: string }): SessionId => sessionId(keyId);

/** DELETE /v1/sessions/current: responds once this process refuses the key; the others learn of it in a moment. */
export const endSession = (dependencies: EndpointDependencies): Handler<'endSession'> =>
  commandEndpoint(
    {
      route: 'endSession',
      prepare: async ({ key }) => sessionOf(key),
      stream: ({ found }) => sessionStream(found),
      payload: async ({ found }) => ({ type: 'EndSession', data: { sessionId: found } }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );
