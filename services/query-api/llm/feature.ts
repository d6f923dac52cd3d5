import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { listLlmCalls } from './calls.ts';
import { getLlmConversation } from './conversation.ts';
import { listLlmConversations } from './conversations.ts';
import { openLlmReads } from './reads.ts';
import { llmStats } from './stats.ts';

export const llm = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...shared }: QueryShared) => {
    const reads = openLlmReads(shared);
    return {
      listLlmCalls: asKnown(shared, watermarks, listLlmCalls(reads)),
      listLlmConversations: asKnown(shared, watermarks, listLlmConversations(reads)),
      getLlmConversation: asKnown(shared, watermarks, getLlmConversation(reads)),
      llmStats: asKnown(shared, watermarks, llmStats(reads)),
    };
  },
};
