import type { CopilotEvent } from '../../schemas/copilot/events.ts';
import type { ConversationId, QuestionId } from '../../schemas/copilot/ids.ts';
import type { Reference } from '../../schemas/copilot/reference.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, Sealed } from '../../schemas/ids.ts';
import { dayMs, type Projection } from '../engine/projection.ts';

/** A conversation, or one of its questions. Texts are sealed for the organization. */
export type ConversationRow = {
  readonly startedAtMs: number;
  readonly question?: { readonly sealed: Sealed };
  readonly answer?: {
    readonly sealed: Sealed;
    readonly references: readonly Reference[];
    readonly atMs: number;
  };
};

export const conversationKey = (organizationId: OrganizationId, id: ConversationId): string =>
  `${organizationId}/${id}`;

/** Keys of its questions begin so. */
export const questionsOf = (organizationId: OrganizationId, id: ConversationId): string =>
  `${conversationKey(organizationId, id)}/`;

const questionKey = (organizationId: OrganizationId, id: ConversationId, question: QuestionId) =>
  questionsOf(organizationId, id) + question;

const keptMs = 396 * dayMs;

/** By organization and conversation, and below it by question; `startedAtMs` of a question is when it was asked. */
export const conversations: Projection<ConversationRow, EventOf<CopilotEvent['type']>> = {
  name: 'conversations',
  version: 1,
  types: new Set(['ConversationStarted', 'QuestionAsked', 'AnswerGiven']),
  keys: ({ type, data }) => {
    const { organizationId, conversationId } = data;
    return type === 'ConversationStarted'
      ? [conversationKey(organizationId, conversationId)]
      : [questionKey(organizationId, conversationId, data.questionId)];
  },
  project: (row, { type, data, atMs }) => {
    switch (type) {
      case 'ConversationStarted':
        return { startedAtMs: atMs };
      case 'QuestionAsked':
        return { startedAtMs: atMs, question: data.question };
      case 'AnswerGiven': {
        const { references } = data;
        return row && { ...row, answer: { sealed: data.answer.sealed, references, atMs } };
      }
    }
  },
  retention: { ms: keptMs, endedAtMs: ({ startedAtMs }) => startedAtMs },
};
