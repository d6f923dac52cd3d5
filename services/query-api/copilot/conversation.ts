import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import {
  type ConversationRow,
  conversationKey,
  conversations,
  questionsOf,
} from '../../../projections/copilot/conversations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { conversationId } from '../../../schemas/copilot/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { copilotLimits } from './config.ts';

type Unseal = Pick<Keyring, 'unseal'>;
type Message = ResponseOf<'getConversation'>['messages'][number];

/** GET /v1/copilot/conversations/:id: its questions in the order in which they were asked. */
export const getConversation =
  ({
    projections,
    keyring,
  }: {
    readonly projections: Pick<Projections, 'state'>;
    readonly keyring: Unseal;
  }): Handler<'getConversation'> =>
  async ({ key: { organizationId }, params, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const id = conversationId(params.id.toLowerCase());
    const row = state.get(conversations, conversationKey(organizationId, id));
    if (row === undefined) throw notFound(`there is no conversation ${params.id}`);
    const prefix = questionsOf(organizationId, id);
    const found = state.list(conversations, { prefix, limit: copilotLimits.questionsMax });
    const questions = found
      .map(each => each.row)
      .sort((left, right) => left.startedAtMs - right.startedAtMs);
    const owner = { kind: 'organization', id: organizationId } as const;
    const messages = await Promise.all(questions.map(each => messagesOf(each, owner, keyring)));
    const [first] = messages.flat();
    return {
      status: 200,
      body: {
        id,
        title: first?.content?.slice(0, copilotLimits.titleCharactersMax) ?? null,
        created_at: new Date(row.startedAtMs).toISOString(),
        messages: messages.flat(),
      },
    };
  };

async function messagesOf(
  { question, answer, startedAtMs }: ConversationRow,
  owner: KeyOwner,
  keyring: Unseal,
): Promise<Message[]> {
  const messages: Message[] = [];
  if (question !== undefined) {
    const content = (await keyring.unseal(owner, question.sealed)) ?? null;
    messages.push({ role: 'user', content, references: [], created_at: instant(startedAtMs) });
  }
  if (answer !== undefined) {
    const content = (await keyring.unseal(owner, answer.sealed)) ?? null;
    const references = [...answer.references];
    messages.push({ role: 'assistant', content, references, created_at: instant(answer.atMs) });
  }
  return messages;
}

const instant = (ms: number): string => new Date(ms).toISOString();
