import { type Brand, type StreamName, stream } from '../ids.ts';

export type ConversationId = Brand<string, 'ConversationId'>;

export const conversationId = (value: string): ConversationId => value as ConversationId;

export const conversationStream = (id: ConversationId): StreamName => stream('conversation', id);

/** A question; the id of the command that asked it. */
export type QuestionId = Brand<string, 'QuestionId'>;

export const questionId = (value: string): QuestionId => value as QuestionId;
