import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { LlmPrice } from '../../../schemas/llm/prices.ts';
import { openPriceTable, type PriceOf } from '../core/llm/cost.ts';
import type { QueryShared } from '../shared.ts';

/** What reads of calls of language models need. */
export type LlmReads = {
  readonly warehouse: OrganizationReads;
  readonly clock: () => number;
  /** Absent: no prices are known. */
  readonly priceOf?: PriceOf;
  /** Whether prompts and answers are shown. */
  readonly isContentShown: boolean;
};

export function openLlmReads({
  warehouse,
  clock,
  configuration: { llm },
}: Pick<QueryShared, 'warehouse' | 'clock'> & {
  readonly configuration: {
    readonly llm: { readonly prices: readonly LlmPrice[]; readonly isContentShown: boolean };
  };
}): LlmReads {
  const { prices, isContentShown } = llm;
  return {
    warehouse,
    clock,
    isContentShown,
    ...(prices.length > 0 && { priceOf: openPriceTable(prices) }),
  };
}
