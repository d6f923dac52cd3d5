import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { conversationId, conversationStream } from '../../../schemas/copilot/ids.ts';
import { deletion } from '../resource.ts';
import type { IngestShared } from '../shared.ts';

const conversation = { name: 'conversation', id: conversationId, stream: conversationStream };

/** DELETE /v1/copilot/conversations/:id */
export const deleteConversation = (dependencies: IngestShared): Handler<'deleteConversation'> =>
  commandEndpoint(
    {
      route: 'deleteConversation',
      ...deletion(conversation, id => ({
        type: 'DeleteConversation',
        data: { conversationId: id },
      })),
    },
    dependencies,
  );
