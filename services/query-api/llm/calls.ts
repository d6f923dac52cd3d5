import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { hexOf, instantOf, spanIdOf, unixNanosOf } from '../traces/span-names.ts';
import { boundsOf, readRows } from '../windows/window-metrics.ts';
import { selectCalls } from './calls-sql.ts';

export type LlmReads = { readonly warehouse: OrganizationReads; readonly clock: () => number };

type Row = {
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
  readonly error: string;
};

/** GET /v1/llm-calls: the latest first. */
export const listLlmCalls =
  ({ warehouse, clock }: LlmReads): Handler<'listLlmCalls'> =>
  async ({ key, query, signal }) => {
    const { limit, offset, ...filters } = query;
    const { sql, parameters, range } = selectCalls(filters, key, clock());
    const reading = { warehouse, signal };
    const [rows, [counted]] = await Promise.all([
      readRows<Row>(
        {
          sql: `SELECT * FROM ${sql} ORDER BY began DESC, trace, span
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
        calls: rows.map(callOf),
        total_count: Number(counted?.total ?? 0),
        limit,
        offset,
        ...boundsOf(range),
      },
    };
  };

const callOf = (row: Row): ResponseOf<'listLlmCalls'>['calls'][number] => ({
  trace_id: hexOf(row.trace),
  span_id: spanIdOf(row.span),
  service_name: row.service,
  operation: row.operation,
  provider: row.provider,
  model: row.model,
  input_tokens: Number(row.input),
  output_tokens: Number(row.output),
  duration_ms: Number(row.nanos) / 1e6,
  has_error: row.failed === 1,
  error_type: row.error === '' ? null : row.error,
  start_time: instantOf(unixNanosOf(row.began)),
});
