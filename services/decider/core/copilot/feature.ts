import {
  askQuestion,
  conversations,
  deleteConversation,
  giveAnswer,
  startConversation,
  conversationStreams as streams,
} from './conversation.ts';

export const copilotFeature = {
  aggregates: [conversations],
  deciders: {
    StartConversation: { streams, decide: startConversation },
    AskQuestion: { streams, decide: askQuestion },
    GiveAnswer: { streams, decide: giveAnswer },
    DeleteConversation: { streams, decide: deleteConversation },
  },
} as const;
