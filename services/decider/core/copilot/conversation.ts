import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { ConversationEvent } from '../../../../schemas/copilot/events.ts';
import {
  type ConversationId,
  conversationStream,
  type QuestionId,
} from '../../../../schemas/copilot/ids.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';

const questionsMax = 200;

export type Conversation = {
  readonly kind: 'conversation';
  readonly organizationId: OrganizationId;
  readonly startedAtMs: number;
  readonly isDeleted: boolean;
  readonly questions: readonly QuestionId[];
  readonly answered: readonly QuestionId[];
};

/** Bounded by the questions that it may have. */
export const conversations = aggregate<Conversation, ConversationEvent['type']>({
  kind: 'conversation',
  reads: 'whole',
  version: 1,
  events: {
    ConversationStarted: true,
    QuestionAsked: true,
    AnswerGiven: true,
    ConversationDeleted: true,
  },
  evolve: (
    state: Conversation | undefined,
    { type, data, atMs }: EventOf<ConversationEvent['type']>,
  ) => {
    switch (type) {
      case 'ConversationStarted':
        return started(data.organizationId, atMs);
      case 'QuestionAsked':
        return state && { ...state, questions: [...state.questions, data.questionId] };
      case 'AnswerGiven':
        return state && { ...state, answered: [...state.answered, data.questionId] };
      case 'ConversationDeleted':
        return state && { ...state, isDeleted: true };
    }
  },
});

const started = (organizationId: OrganizationId, startedAtMs: number): Conversation => ({
  kind: 'conversation',
  organizationId,
  startedAtMs,
  isDeleted: false,
  questions: [],
  answered: [],
});

export const conversationStreams = ({
  data: { conversationId },
}: {
  readonly data: { readonly conversationId: ConversationId };
}) => [conversationStream(conversationId)];

/** The id of a conversation follows from its command, so a second start under it is a repetition. */
export function startConversation(
  { data }: CommandOf<'StartConversation'>,
  states: States,
): Decision {
  const stream = conversationStream(data.conversationId);
  if (stateOf(conversations, states, stream) !== undefined) return accept();
  return accept({ stream, facts: [{ type: 'ConversationStarted', data }] });
}

export function askQuestion(
  { data, organizationId: asking }: CommandOf<'AskQuestion'>,
  states: States,
): Decision {
  const found = commandedConversation(data.conversationId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, questions } = found;
  if (questions.includes(data.questionId)) return accept();
  if (questions.length >= questionsMax) {
    const message = `a conversation has at most ${questionsMax} questions; start another one`;
    return reject('limit_reached', message);
  }
  const stream = conversationStream(data.conversationId);
  return accept({ stream, facts: [{ type: 'QuestionAsked', data: { ...data, organizationId } }] });
}

/** Of two answers to a question, which a repeated request gives, the first counts. */
export function giveAnswer(
  { data, organizationId: asking }: CommandOf<'GiveAnswer'>,
  states: States,
): Decision {
  const found = commandedConversation(data.conversationId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, questions, answered } = found;
  if (!questions.includes(data.questionId)) {
    return reject('not_found', `there is no question ${data.questionId}`);
  }
  if (answered.includes(data.questionId)) return accept();
  const stream = conversationStream(data.conversationId);
  return accept({ stream, facts: [{ type: 'AnswerGiven', data: { ...data, organizationId } }] });
}

export function deleteConversation(
  { data: { conversationId }, organizationId: asking }: CommandOf<'DeleteConversation'>,
  states: States,
): Decision {
  const found = commandedConversation(conversationId, asking, states);
  if (found.kind === 'rejected') return found;
  const { organizationId, startedAtMs, questions } = found;
  const data = { conversationId, organizationId, startedAtMs, questions };
  const stream = conversationStream(conversationId);
  return accept({ stream, facts: [{ type: 'ConversationDeleted', data }] });
}

/** That of another organization, and a deleted one, is unknown. */
function commandedConversation(
  id: ConversationId,
  asking: OrganizationId | undefined,
  states: States,
): Conversation | Rejected {
  const conversation = stateOf(conversations, states, conversationStream(id));
  const isTheirs = asking === undefined || asking === conversation?.organizationId;
  return conversation === undefined || conversation.isDeleted || !isTheirs
    ? reject('not_found', `there is no conversation ${id}`)
    : conversation;
}
