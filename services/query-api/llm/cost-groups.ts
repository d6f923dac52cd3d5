import type { CallsOfPrice, PriceOf } from '../core/llm/cost.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { OfOrganization } from '../windows/window-rows.ts';
import { llmLimits } from './config.ts';

type Row = {
  readonly whose: string;
  readonly provider: string;
  readonly model: string;
  readonly day: string;
  readonly calls: string;
  readonly input: string;
  readonly cached: string;
  readonly writes: string;
  readonly output: string;
};

/** Tokens of calls that have one price, and what they belong to. */
export type CostGroup = CallsOfPrice & { readonly whose: string };

type Asked = { readonly sql: string; readonly parameters: OfOrganization; readonly of?: string };

/**
 * Tokens by model and day: of one price at most. Nothing is read where no price is known.
 *  of  what else they are apart by, as SQL
 */
export async function readCostGroups(
  { sql, parameters, of = "''" }: Asked,
  priceOf: PriceOf | undefined,
  reading: QueryContext,
): Promise<CostGroup[]> {
  if (priceOf === undefined) return [];
  const rows = await readRows<Row>(
    {
      sql: `SELECT ${of} AS whose, provider, model, toString(toDate(began, 'UTC')) AS day, toString(count()) AS calls,
              toString(sum(input)) AS input, toString(sum(cached)) AS cached,
              toString(sum(cache_writes)) AS writes, toString(sum(output)) AS output
            FROM ${sql} GROUP BY whose, provider, model, day
            ORDER BY count() DESC, whose, provider, model, day LIMIT {groups:UInt32}`,
      parameters: { ...parameters, groups: llmLimits.pricedGroupsMax },
    },
    reading,
  );
  return rows.map(row => ({
    whose: row.whose,
    provider: row.provider,
    model: row.model,
    day: row.day,
    calls: Number(row.calls),
    input: BigInt(row.input),
    cached: BigInt(row.cached),
    cacheWrites: BigInt(row.writes),
    output: BigInt(row.output),
  }));
}

export const noPrice: PriceOf = () => undefined;
