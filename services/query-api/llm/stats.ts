import type { Handler } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { boundsOf, readRows } from '../windows/window-metrics.ts';
import type { LlmReads } from './calls.ts';
import { selectCalls } from './calls-sql.ts';
import { llmLimits } from './config.ts';

type Row = {
  readonly provider: string;
  readonly model: string;
  readonly calls: string;
  readonly errors: string;
  readonly input: string;
  readonly output: string;
  readonly total: string;
  readonly p50: string;
  readonly p95: string;
};

/** GET /v1/llm-calls/stats: all calls together, and each model. */
export const llmStats =
  ({ warehouse, clock }: LlmReads): Handler<'llmStats'> =>
  async ({ key, query, signal }) => {
    const { sql, parameters, range } = selectCalls(query, key, clock());
    const reading = { warehouse, signal };
    const [[total], models] = await Promise.all([
      readRows<Row>({ sql: `SELECT ${figures} FROM ${sql}`, parameters }, reading),
      readRows<Row>(
        {
          sql: `SELECT provider, model, ${figures} FROM ${sql} GROUP BY provider, model
                ORDER BY count() DESC, provider, model LIMIT {limit:UInt32}`,
          parameters: { ...parameters, limit: llmLimits.modelsMax },
        },
        reading,
      ),
    ]);
    return {
      status: 200,
      body: {
        total: figuresOf(total),
        models: models.map(row => ({
          provider: row.provider,
          model: row.model,
          ...figuresOf(row),
        })),
        ...boundsOf(range),
      },
    };
  };

/** The nearest rank, as everywhere: of the sorted durations the one at `quantile · n`, rounded up. */
const atRank = (quantile: number): string =>
  `arraySort(groupArray(nanos))[toUInt64(ceil(${quantile} * count()))]`;

const figures = `toString(count()) AS calls, toString(countIf(failed)) AS errors, toString(sum(input)) AS input,
  toString(sum(output)) AS output, toString(sum(nanos)) AS total,
  toString(${atRank(0.5)}) AS p50, toString(${atRank(0.95)}) AS p95`;

function figuresOf(row: Row | undefined): ResponseOf<'llmStats'>['total'] {
  const calls = Number(row?.calls ?? 0);
  const errors = Number(row?.errors ?? 0);
  const milliseconds = (nanos = '0'): number => Number(nanos) / 1e6;
  return {
    calls,
    errors,
    error_rate: calls === 0 ? 0 : (100 * errors) / calls,
    input_tokens: Number(row?.input ?? 0),
    output_tokens: Number(row?.output ?? 0),
    avg_duration_ms: calls === 0 ? 0 : milliseconds(row?.total) / calls,
    p50_duration_ms: milliseconds(row?.p50),
    p95_duration_ms: milliseconds(row?.p95),
  };
}
