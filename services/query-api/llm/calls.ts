import type { Handler } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { costOf, dollarsOf, type PriceOf } from '../core/llm/cost.ts';
import { hexOf, instantOf, spanIdOf, unixNanosOf } from '../traces/span-names.ts';
import { boundsOf, readRows } from '../windows/window-metrics.ts';
import { selectCalls } from './calls-sql.ts';
import type { LlmReads } from './reads.ts';

/** A call of a model as the warehouse gives it. */
export type CallRow = {
  readonly trace: string;
  readonly span: string;
  readonly service: string;
  readonly began: string;
  readonly nanos: string;
  readonly failed: number;
  readonly operation: string;
  readonly provider: string;
  readonly model: string;
  readonly input: string;
  readonly output: string;
  readonly cached: string;
  readonly cache_writes: string;
  readonly reasoning: string;
  readonly first_token: string | null;
  readonly conversation: string;
  readonly error: string;
};

export const callColumns =
  'trace, span, service, began, nanos, failed, operation, provider, model, input, output, cached, cache_writes, reasoning, first_token, conversation, error';

/** GET /v1/llm-calls: the latest first. */
export const listLlmCalls =
  ({ warehouse, clock, priceOf }: LlmReads): Handler<'listLlmCalls'> =>
  async ({ key, query, signal }) => {
    const { limit, offset, ...filters } = query;
    const { sql, parameters, range } = selectCalls(filters, key, clock());
    const reading = { warehouse, signal };
    const [rows, [counted]] = await Promise.all([
      readRows<CallRow>(
        {
          sql: `SELECT ${callColumns} FROM ${sql} ORDER BY began DESC, trace, span
                LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
          parameters: { ...parameters, limit, offset },
        },
        reading,
      ),
      readRows<{ total: string }>(
        { sql: `SELECT count() AS total FROM ${sql}`, parameters },
        reading,
      ),
    ]);
    return {
      status: 200,
      body: {
        calls: rows.map(row => callOf(row, priceOf)),
        total_count: Number(counted?.total ?? 0),
        limit,
        offset,
        ...boundsOf(range),
      },
    };
  };

export const callOf = (
  row: CallRow,
  priceOf: PriceOf | undefined,
): ResponseOf<'listLlmCalls'>['calls'][number] => ({
  trace_id: hexOf(row.trace),
  span_id: spanIdOf(row.span),
  service_name: row.service,
  operation: row.operation,
  provider: row.provider,
  model: row.model,
  input_tokens: Number(row.input),
  output_tokens: Number(row.output),
  cached_input_tokens: Number(row.cached),
  cache_write_tokens: Number(row.cache_writes),
  reasoning_tokens: Number(row.reasoning),
  duration_ms: Number(row.nanos) / 1e6,
  first_token_ms: row.first_token === null ? null : Number(row.first_token) / 1e6,
  cost_usd: costOfRow(row, priceOf),
  has_error: row.failed === 1,
  error_type: row.error === '' ? null : row.error,
  conversation_id: row.conversation === '' ? null : row.conversation,
  start_time: instantOf(unixNanosOf(row.began)),
});

const isoDayCharacters = 10;

function costOfRow(row: CallRow, priceOf: PriceOf | undefined): number | null {
  const { provider, model, began } = row;
  const price = priceOf?.({ provider, model, day: began.slice(0, isoDayCharacters) });
  if (price === undefined) return null;
  const tokens = {
    input: BigInt(row.input),
    cached: BigInt(row.cached),
    cacheWrites: BigInt(row.cache_writes),
    output: BigInt(row.output),
  };
  return dollarsOf(costOf(tokens, price));
}
