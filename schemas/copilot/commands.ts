import type { OrganizationId, Sealed } from '../ids.ts';
import type { ConversationId, QuestionId } from './ids.ts';
import type { ModelUse } from './model-use.ts';
import type { Reference } from './reference.ts';

export type StartConversation = {
  readonly type: 'StartConversation';
  readonly data: {
    readonly conversationId: ConversationId;
    readonly organizationId: OrganizationId;
  };
};

export type AskQuestion = {
  readonly type: 'AskQuestion';
  readonly data: {
    readonly conversationId: ConversationId;
    readonly questionId: QuestionId;
    /** Sealed under the organization's key: people write names and addresses into questions. */
    readonly question: { readonly sealed: Sealed };
  };
};

/** What was found for a question, when all of it was. */
export type GiveAnswer = {
  readonly type: 'GiveAnswer';
  readonly data: {
    readonly conversationId: ConversationId;
    readonly questionId: QuestionId;
    readonly answer: { readonly sealed: Sealed };
    readonly references: readonly Reference[];
  };
};

export type DeleteConversation = {
  readonly type: 'DeleteConversation';
  readonly data: { readonly conversationId: ConversationId };
};

/** What one question took of a language model. */
export type CountModelUse = {
  readonly type: 'CountModelUse';
  readonly data: ModelUse;
};

export type CopilotCommand =
  | StartConversation
  | AskQuestion
  | GiveAnswer
  | DeleteConversation
  | CountModelUse;
