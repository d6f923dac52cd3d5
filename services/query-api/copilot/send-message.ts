import {
  commandEndpoint,
  type EndpointDependencies,
  executeBeside,
} from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Log } from '../../../platform/log.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { conversationKey, conversations } from '../../../projections/copilot/conversations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import {
  type ConversationId,
  conversationId,
  conversationStream,
  questionId,
} from '../../../schemas/copilot/ids.ts';
import { type CommandId, commandId } from '../../../schemas/ids.ts';
import { readEarlier } from './earlier.ts';
import type { AnswerQuestion } from './model/open-answers.ts';
import { type Answer, respond } from './responses.ts';

type Dependencies = Omit<EndpointDependencies, 'keyring'> & {
  readonly answer: AnswerQuestion;
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Pick<Keyring, 'mac' | 'seal' | 'unseal'>;
  readonly log: Log;
};

type Request = HttpRequest<'sendMessage'>;

/**
 * POST /v1/copilot/conversations/:id/messages. The question is durable before it is answered, and the answer before
 * the client learns that it is whole; an answer that the client does not wait for is not kept.
 */
export const sendMessage = (dependencies: Dependencies): Handler<'sendMessage'> =>
  commandEndpoint(
    {
      route: 'sendMessage',
      prepare: async ({ key: { organizationId }, params, signal }) => {
        const id = conversationId(params.id.toLowerCase());
        const state = await dependencies.projections.state({ signal });
        if (state.get(conversations, conversationKey(organizationId, id)) === undefined)
          throw notFound(`there is no conversation ${params.id}`);
        return {
          id,
          earlier: await readEarlier({ organizationId, id, state, signal }, dependencies),
        };
      },
      stream: ({ found }) => conversationStream(found.id),
      payload: async ({ id, found, request: { key, body } }) => {
        const owner = { kind: 'organization', id: key.organizationId } as const;
        const sealed = await dependencies.keyring.seal(owner, body.content);
        const data = { conversationId: found.id, questionId: questionId(id), question: { sealed } };
        return { type: 'AskQuestion', data };
      },
      respond: (_, { id, found, request }) => {
        const { content, timezone: timeZone } = request.body;
        const asked = { question: content.trim(), earlier: found.earlier, timeZone };
        return respond(request, {
          // Clients of conversations name nothing, and read a stream.
          isStreamPreset: true,
          parts: dependencies.answer(asked, request),
          conversationId: found.id,
          keep: answer => keepAnswer(answer, { id, found: found.id, request }, dependencies),
          log: dependencies.log,
        });
      },
    },
    dependencies,
  );

type Asked = {
  readonly id: CommandId;
  readonly found: ConversationId;
  readonly request: Request;
};

/** One command for each question, so the answer to a repeated question is kept once. */
async function keepAnswer(
  { text, references }: Answer,
  { id, found, request }: Asked,
  dependencies: Dependencies,
): Promise<void> {
  const { organizationId } = request.key;
  const { keyring } = dependencies;
  const wish = async () => {
    const owner = { kind: 'organization', id: organizationId } as const;
    const answer = { sealed: await keyring.seal(owner, text) };
    const data = { conversationId: found, questionId: questionId(id), answer, references };
    return { type: 'GiveAnswer', data } as const;
  };
  const answerId = commandId(uuidV5(id, 'answer'));
  const stream = conversationStream(found);
  await executeBeside(request, { id: answerId, stream, hashed: id, wish }, dependencies);
}
