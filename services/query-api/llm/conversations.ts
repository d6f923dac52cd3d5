import type { Handler } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type Cost, sumOfCosts } from '../core/llm/cost.ts';
import { instantOf, unixNanosOf } from '../traces/span-names.ts';
import { boundsOf, type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type SelectedCalls, selectCalls } from './calls-sql.ts';
import { llmLimits } from './config.ts';
import { noPrice, readCostGroups } from './cost-groups.ts';
import type { LlmReads } from './reads.ts';

type Row = {
  readonly conversation: string;
  readonly calls: string;
  readonly errors: string;
  readonly input: string;
  readonly output: string;
  readonly cached: string;
  readonly writes: string;
  readonly reasoning: string;
  readonly services: readonly string[];
  readonly models: readonly string[];
  readonly first: string;
  readonly last: string;
};

export type Conversation = ResponseOf<'listLlmConversations'>['conversations'][number];

/** GET /v1/llm-calls/conversations: the one with the latest call first. */
export const listLlmConversations =
  ({ warehouse, clock, priceOf }: LlmReads): Handler<'listLlmConversations'> =>
  async ({ key, query, signal }) => {
    const { limit, offset, ...filters } = query;
    const selected = selectCalls(filters, key, clock());
    const reading = { warehouse, signal };
    const [conversations, [counted]] = await Promise.all([
      readConversations({ ...selected, limit, offset }, priceOf, reading),
      readRows<{ total: string }>(
        {
          sql: `SELECT uniqExact(conversation) AS total FROM ${selected.sql} WHERE conversation != ''`,
          parameters: selected.parameters,
        },
        reading,
      ),
    ]);
    return {
      status: 200,
      body: {
        conversations,
        total_count: Number(counted?.total ?? 0),
        limit,
        offset,
        ...boundsOf(selected.range),
      },
    };
  };

type Asked = Pick<SelectedCalls, 'sql' | 'parameters'> & {
  readonly limit: number;
  readonly offset: number;
  /** This one alone. */
  readonly id?: string;
};

/** Conversations of calls, and what they cost. */
export async function readConversations(
  { sql, parameters, limit, offset, id }: Asked,
  priceOf: LlmReads['priceOf'],
  reading: QueryContext,
): Promise<Conversation[]> {
  const named = id === undefined ? "conversation != ''" : 'conversation = {id:String}';
  const most = llmLimits.conversationNamesMax;
  const rows = await readRows<Row>(
    {
      sql: `SELECT conversation, toString(count()) AS calls, toString(countIf(failed)) AS errors,
              toString(sum(step.input)) AS input, toString(sum(step.output)) AS output, toString(sum(step.cached)) AS cached,
              toString(sum(cache_writes)) AS writes, toString(sum(step.reasoning)) AS reasoning,
              arraySort(groupUniqArray(${most})(service)) AS services,
              arraySort(groupUniqArrayIf(${most})(model, model != '')) AS models,
              min(began) AS first, max(began) AS last
            FROM ${sql} AS step WHERE ${named} GROUP BY conversation
            ORDER BY last DESC, conversation LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: { ...parameters, limit, offset, ...(id !== undefined && { id }) },
    },
    reading,
  );
  const costs = await costsOf(rows, { sql, parameters }, priceOf, reading);
  return rows.map(row => conversationOf(row, costs(row)));
}

/** What each of the conversations costs. */
async function costsOf(
  rows: readonly Row[],
  { sql, parameters }: Pick<Asked, 'sql' | 'parameters'>,
  priceOf: LlmReads['priceOf'],
  reading: QueryContext,
): Promise<(row: Row) => Cost> {
  const ids = rows.map(({ conversation }) => conversation);
  const groups = await readCostGroups(
    {
      sql: `(SELECT * FROM ${sql} WHERE has({ids:Array(String)}, conversation))`,
      parameters: { ...parameters, ids },
      of: 'conversation',
    },
    priceOf,
    reading,
  );
  return ({ conversation, calls }) => {
    const own = groups.filter(({ whose }) => whose === conversation);
    return sumOfCosts(own, Number(calls), priceOf ?? noPrice);
  };
}

const conversationOf = (row: Row, cost: Cost): Conversation => ({
  id: row.conversation,
  calls: Number(row.calls),
  errors: Number(row.errors),
  input_tokens: Number(row.input),
  output_tokens: Number(row.output),
  cached_input_tokens: Number(row.cached),
  cache_write_tokens: Number(row.writes),
  reasoning_tokens: Number(row.reasoning),
  ...cost,
  services: [...row.services],
  models: [...row.models],
  first_call_at: instantOf(unixNanosOf(row.first)),
  last_call_at: instantOf(unixNanosOf(row.last)),
});
