import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { listLlmCalls } from './calls.ts';
import { llmStats } from './stats.ts';

export const llm = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    listLlmCalls: asKnown(reads, watermarks, listLlmCalls(reads)),
    llmStats: asKnown(reads, watermarks, llmStats(reads)),
  }),
};
