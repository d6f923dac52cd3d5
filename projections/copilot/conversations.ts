import type { ConversationEvent } from '../../schemas/copilot/events.ts';
import type { ConversationId, QuestionId } from '../../schemas/copilot/ids.ts';
import type { Reference } from '../../schemas/copilot/reference.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, Sealed } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

/** A conversation, or one of its questions. Texts are sealed for the organization. */
export type ConversationRow = {
  readonly startedAtMs: number;
  /** Of a conversation, the first one. */
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

export const conversationKeptMs = 396 * dayMs;

/** By organization and conversation, and below it by question; `startedAtMs` of a question is when it was asked. */
export const conversations: Projection<ConversationRow, EventOf<ConversationEvent['type']>> = {
  name: 'conversations',
  version: 2,
  types: new Set(['ConversationStarted', 'QuestionAsked', 'AnswerGiven', 'ConversationDeleted']),
  keys: ({ type, data }) => {
    const { organizationId, conversationId } = data;
    const conversation = conversationKey(organizationId, conversationId);
    const keyOf = (id: QuestionId) => questionKey(organizationId, conversationId, id);
    switch (type) {
      case 'ConversationStarted':
        return [conversation];
      case 'QuestionAsked':
        return [conversation, keyOf(data.questionId)];
      case 'AnswerGiven':
        return [keyOf(data.questionId)];
      case 'ConversationDeleted':
        return [conversation, ...data.questions.map(keyOf)];
    }
  },
  project: (row, { type, data, atMs }, key) => {
    switch (type) {
      case 'ConversationStarted':
        return { startedAtMs: atMs };
      case 'QuestionAsked': {
        const { organizationId, conversationId, question } = data;
        const isFirst = key === conversationKey(organizationId, conversationId);
        return isFirst ? row && { question, ...row } : { startedAtMs: atMs, question };
      }
      case 'AnswerGiven': {
        const { references } = data;
        return row && { ...row, answer: { sealed: data.answer.sealed, references, atMs } };
      }
      case 'ConversationDeleted':
        return undefined;
    }
  },
  retention: { ms: conversationKeptMs, endedAtMs: ({ startedAtMs }) => startedAtMs },
};
