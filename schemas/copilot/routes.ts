import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, instant, limited, nextCursor } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { filled, wholeText } from '../http/text.ts';
import { examples } from './examples.ts';
import { reference } from './reference.ts';

const questionCharactersMax = 4_000;

const text = filled(wholeText(questionCharactersMax), 'expected a question');

const timezoneCharactersMax = 100;

const byClock = {
  timezone: z
    .string()
    .max(timezoneCharactersMax)
    .refine(isTimezone, 'expected a name of the IANA database, such as Europe/Berlin')
    .default('UTC')
    .meta({ description: 'By whose clock times are asked and told, such as `Europe/Berlin`.' }),
};

function isTimezone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const answer = z.object({
  answer: z.string(),
  /** Null: the question belongs to no conversation. */
  conversation_id: z.string().nullable(),
  references: z.array(reference),
});

const conversation = {
  id: z.string(),
  /** The beginning of its first question; null before that. */
  title: z.string().nullable(),
  created_at: instant,
};

/** Of the assistant: `read` keys may use it, though it keeps conversations. */
const asked = { role: 'query-api', keys: keysFor.reading, domain: true } as const;

const conversationsListed = { maximum: 500, preset: 50 };

const eventStreamType = 'text/event-stream; charset=utf-8';
const conversationPath = '/v1/copilot/conversations/:id';
const byId = z.object({ id: z.string() });

export const copilotRoutes = [
  {
    name: 'askCopilot',
    ...asked,
    method: 'POST',
    path: '/v1/copilot/ask',
    body: 'json',
    request: z.object({ question: text, ...byClock }),
    response: answer,
    contentType: eventStreamType,
    otherTypes: ['application/json'],
    summary:
      'Answers a question from the data: server-sent events `text`, `error` and `done`, or JSON with `Accept: application/json`.',
    example: examples.ask,
    statuses: [200, 400],
  },
  {
    ...asked,
    name: 'startConversation',
    method: 'POST',
    path: '/v1/copilot/conversations',
    body: 'none',
    response: z.object(conversation),
    summary: 'Starts a conversation with the assistant.',
    example: examples.start,
    statuses: [201, 400, 409, 503],
  },
  {
    ...asked,
    name: 'listConversations',
    method: 'GET',
    path: '/v1/copilot/conversations',
    body: 'none',
    query: z.object({ ...asOfQuery, ...limited(conversationsListed), ...cursorQuery }),
    response: z.object({
      conversations: z.array(z.object(conversation)),
      limit: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists the conversations of the organization, the newest first.',
    example: examples.list,
    statuses: [200, 400, 410],
  },
  {
    ...asked,
    name: 'getConversation',
    method: 'GET',
    path: conversationPath,
    body: 'none',
    params: byId,
    query: z.object({ ...asOfQuery, ...cursorQuery }),
    response: z.object({
      ...conversation,
      messages: z.array(
        z.object({
          role: z.enum(['user', 'assistant']),
          /** Null after the data of the organization was erased. */
          content: z.string().nullable(),
          references: z.array(reference),
          created_at: instant,
        }),
      ),
      next_cursor: nextCursor,
    }),
    summary: 'Gives a conversation with its questions and answers.',
    example: examples.conversation,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'deleteConversation',
    method: 'DELETE',
    path: conversationPath,
    body: 'none',
    params: byId,
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Deletes a conversation with its questions and answers.',
    example: examples.deletion,
    statuses: [200, 404, 409],
  },
  {
    ...asked,
    name: 'sendMessage',
    method: 'POST',
    path: `${conversationPath}/messages`,
    body: 'json',
    params: byId,
    request: z.object({ content: text, ...byClock }),
    response: answer,
    contentType: eventStreamType,
    otherTypes: ['application/json'],
    summary:
      'Asks a question in a conversation; the answer is kept in it, and given as `POST /v1/copilot/ask` gives it.',
    example: examples.message,
    statuses: [200, 400, 404, 409, 503],
  },
] as const satisfies readonly Route[];
