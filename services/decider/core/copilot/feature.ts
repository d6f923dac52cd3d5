import {
  askQuestion,
  conversations,
  deleteConversation,
  giveAnswer,
  startConversation,
  conversationStreams as streams,
} from './conversation.ts';
import { countModelUse } from './model-use.ts';

export const copilotFeature = {
  aggregates: [conversations],
  deciders: {
    StartConversation: { streams, decide: startConversation },
    AskQuestion: { streams, decide: askQuestion },
    GiveAnswer: { streams, decide: giveAnswer },
    CountModelUse: { streams: () => [], decide: countModelUse },
    DeleteConversation: { streams, decide: deleteConversation },
  },
} as const;
