import type { OrganizationId } from '../ids.ts';
import type { AskQuestion, GiveAnswer } from './commands.ts';
import type { ConversationId, QuestionId } from './ids.ts';
import type { ModelUse } from './model-use.ts';

type OfConversation = {
  readonly conversationId: ConversationId;
  readonly organizationId: OrganizationId;
};

export type ConversationStarted = {
  readonly type: 'ConversationStarted';
  readonly data: OfConversation;
};

export type QuestionAsked = {
  readonly type: 'QuestionAsked';
  readonly data: OfConversation & AskQuestion['data'];
};

export type AnswerGiven = {
  readonly type: 'AnswerGiven';
  readonly data: OfConversation & GiveAnswer['data'];
};

export type ConversationDeleted = {
  readonly type: 'ConversationDeleted';
  readonly data: OfConversation & {
    readonly startedAtMs: number;
    /** All that were asked in it. */
    readonly questions: readonly QuestionId[];
  };
};

export type ModelUseCounted = {
  readonly type: 'ModelUseCounted';
  readonly data: ModelUse;
};

export type ConversationEvent =
  | ConversationStarted
  | QuestionAsked
  | AnswerGiven
  | ConversationDeleted;

export type CopilotEvent = ConversationEvent | ModelUseCounted;
