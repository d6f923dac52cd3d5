import type { Handler } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import {
  averageMs,
  errorRateOf,
  type Histogram,
  isP99Maximum,
  quantileMs,
} from '../windows/histogram.ts';
import { knownBefore, knownSql } from '../windows/known-condition.ts';
import {
  boundsOf,
  type QueryContext,
  rangeOf,
  readHistogram,
  readRows,
} from '../windows/window-metrics.ts';
import {
  histogramOf,
  type SpansRow,
  selectHistograms,
  spansOf,
  type WindowQuery,
} from '../windows/window-rows.ts';
import type { ServiceReads } from './known-service.ts';
import { assertOwnService } from './own-service.ts';
import { readTopErrors } from './service-errors.ts';

/** GET /v1/services/:name/detail: figures over its requests, what failed most, and each of its operations. */
export const serviceDetail =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceDetail'> =>
  async ({ key, params, query, signal }) => {
    const organization = key.organizationId;
    const service = params.name;
    assertOwnService(key, service);
    const { as_of: atMs } = query;
    const range = rangeOf(query.window, atMs ?? clock());
    const asked = { organization, service, range, ...knownBefore(atMs) };
    const reading = { warehouse, signal };
    const [histogram, operations, errors] = await Promise.all([
      readHistogram({ ...asked, scope: 'requests' }, reading),
      readOperations({ ...asked, scope: 'operations' }, reading),
      readTopErrors({ ...asked, known: knownSql(atMs) }, reading),
    ]);
    if (operations.length === 0) await expectKnown(organization, service, signal);
    return {
      status: 200,
      body: {
        name: service,
        request_count: histogram.n,
        error_rate: errorRateOf(histogram),
        p50_latency: quantileMs(histogram, 0.5),
        p95_latency: quantileMs(histogram, 0.95),
        p99_latency: quantileMs(histogram, 0.99),
        p99_is_maximum: isP99Maximum(histogram),
        avg_latency: averageMs(histogram),
        top_errors: errors,
        operations,
        window: query.window,
        ...boundsOf(range),
        sample_count: histogram.n,
      },
    };
  };

type Operation = ResponseOf<'serviceDetail'>['operations'][number];

/** The busiest first; those that no request begins with are after the others. */
async function readOperations(query: WindowQuery, reading: QueryContext): Promise<Operation[]> {
  const { sql, parameters } = selectHistograms(query, { group: 'operation' });
  const rows = await readRows<SpansRow & { readonly name: string }>(
    {
      sql: `${sql} ORDER BY sumIf(n, entry) DESC, sum(n) DESC, name LIMIT {limit:UInt32}`,
      parameters: { ...parameters, limit: limits.operationsMax },
    },
    reading,
  );
  return mapInTurns(rows, row => ({
    operation_name: row.name,
    ...figuresOf(histogramOf(row)),
    spans: figuresOf(spansOf(row)),
  }));
}

const figuresOf = (histogram: Histogram): Operation['spans'] => ({
  count: histogram.n,
  error_rate: errorRateOf(histogram),
  p95_latency: quantileMs(histogram, 0.95),
  avg_latency: averageMs(histogram),
});
