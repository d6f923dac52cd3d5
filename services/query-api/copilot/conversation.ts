import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import {
  type ConversationRow,
  conversationKey,
  conversations,
  questionsOf,
} from '../../../projections/copilot/conversations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { conversationId } from '../../../schemas/copilot/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Sealed } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { fromCursor, toCursor } from '../bounds/list-cursor.ts';
import { allOf, rowsOf } from '../bounds/rows.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
import { limits } from '../config.ts';
import { copilotLimits } from './config.ts';
import { conversationHead, openUnseal } from './conversation-head.ts';

type Message = ResponseOf<'getConversation'>['messages'][number];

/** GET /v1/copilot/conversations/:id: its questions in the order in which they were asked. */
export const getConversation =
  ({
    projections,
    keyring,
  }: {
    readonly projections: Pick<Projections, 'state'>;
    readonly keyring: Pick<Keyring, 'unseal'>;
  }): Handler<'getConversation'> =>
  async ({ key: { organizationId }, params, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const id = conversationId(params.id.toLowerCase());
    const row = state.get(conversations, conversationKey(organizationId, id));
    if (row === undefined) throw notFound(`there is no conversation ${params.id}`);
    const places = { prefix: questionsOf(organizationId, id), max: copilotLimits.questionsMax };
    const turn = turnOf(organizationId, signal);
    const unseal = openUnseal(organizationId, keyring);
    const questions = await allOf(rowsOf(state, conversations, places, turn));
    questions.sort((left, right) => left.startedAtMs - right.startedAtMs);
    const all = questions.flatMap(sealedMessages).map((message, at) => ({ ...message, at }));
    const start = query.cursor === undefined ? 0 : fromCursor(query.cursor).order + 1;
    const options = { turn, bytesMax: limits.listBytesMax };
    const { last, isCut, ...messages } = await writeItems(
      all.slice(start),
      ({ at: _, sealed, ...message }) => messageOf(message, unseal({ sealed })),
      options,
    );
    const next = isCut && last !== undefined ? toCursor({ order: last.at, key: id }) : null;
    const body = {
      ...(await conversationHead(id, row, unseal)),
      messages,
      next_cursor: next,
    };
    return { status: 200, body: bodyOf<ResponseOf<'getConversation'>>(body) };
  };

type SealedMessage = Omit<Message, 'content'> & { readonly sealed: Sealed };

function sealedMessages({ question, answer, startedAtMs }: ConversationRow): SealedMessage[] {
  const messages: SealedMessage[] = [];
  if (question !== undefined) {
    const { sealed } = question;
    messages.push({ role: 'user', sealed, references: [], created_at: instant(startedAtMs) });
  }
  if (answer !== undefined) {
    const { sealed, references, atMs } = answer;
    const created_at = instant(atMs);
    messages.push({ role: 'assistant', sealed, references: [...references], created_at });
  }
  return messages;
}

const messageOf = async (
  { role, references, created_at }: Omit<Message, 'content'>,
  content: Promise<string | undefined>,
): Promise<Message> => ({ role, content: (await content) ?? null, references, created_at });

const instant = (ms: number): string => new Date(ms).toISOString();
