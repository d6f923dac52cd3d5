import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { listLlmCalls } from './calls.ts';
import { llmStats } from './stats.ts';

export const llm = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    listLlmCalls: withWatermark(watermarks, listLlmCalls(reads)),
    llmStats: withWatermark(watermarks, llmStats(reads)),
  }),
};
