import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { conversationId, conversationStream } from '../../../schemas/copilot/ids.ts';

/** POST /v1/copilot/conversations: the id of the command is that of the conversation. */
export const startConversation = (
  dependencies: EndpointDependencies,
): Handler<'startConversation'> =>
  commandEndpoint(
    {
      route: 'startConversation',
      prepare: async () => undefined,
      stream: ({ id }) => conversationStream(conversationId(id)),
      payload: async ({ id, request: { key } }) => ({
        type: 'StartConversation',
        data: { conversationId: conversationId(id), organizationId: key.organizationId },
      }),
      respond: ({ atMs }, { id }) => ({
        status: 201,
        body: { id, title: null, created_at: new Date(atMs).toISOString() },
      }),
    },
    dependencies,
  );
