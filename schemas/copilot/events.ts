import type { OrganizationId } from '../ids.ts';
import type { AskQuestion, GiveAnswer } from './commands.ts';
import type { ConversationId } from './ids.ts';

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

export type CopilotEvent = ConversationStarted | QuestionAsked | AnswerGiven;
