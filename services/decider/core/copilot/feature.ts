import {
  askQuestion,
  conversations,
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
  },
} as const;
