import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { parseExactJson } from '../../../schemas/exact-json.ts';
import type { ResultBody } from '../../../schemas/health/parts.ts';
import type { Json } from '../../../schemas/json.ts';
import { expectRow } from '../resource.ts';
import { readRows } from '../windows/window-metrics.ts';
import type { HealthReads } from './checks.ts';

/** GET /api/health-checks/:id/results: the newest first. */
export const listHealthCheckResults =
  ({ projections, warehouse, clock }: HealthReads): Handler<'listHealthCheckResults'> =>
  async ({ key: { organizationId }, params, query, signal }) => {
    const { to = clock() + 1, limit } = query;
    const { from = to - dayMs } = query;
    if (from >= to) throw invalidRequest('`from` must be earlier than `to`');
    const state = await projections.state({ signal });
    const { checkId } = expectRow(healthCheckResource, organizationId, params.id, state);
    const parameters = { organization: organizationId, subject: checkId, from, to, limit };
    const found = await readRows<ResultRow>({ sql, parameters }, { warehouse, signal });
    const results = found.map(bodyOf);
    return {
      status: 200,
      body: { results, from: instantOf(from), to: instantOf(to), limit },
    };
  };

const sql = `SELECT toString(sample) AS id, toString(toUnixTimestamp64Milli(time)) AS at_ms, toString(kind) AS kind,
    toString(outcome) AS outcome, duration, http_status, error, detail,
    toString(toUnixTimestamp64Milli(samples.recorded_at)) AS recorded_at_ms
  FROM samples
  WHERE organization = {organization:UUID} AND subject = {subject:UUID}
    AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
    AND samples.kind IN ('check', 'heartbeat', 'missed')
  ORDER BY time DESC, offset DESC LIMIT {limit:UInt32}`;

type ResultRow = {
  readonly id: string;
  readonly at_ms: string;
  readonly kind: ResultBody['kind'];
  readonly outcome: ResultBody['outcome'];
  readonly duration: number;
  readonly http_status: number;
  readonly error: string;
  readonly detail: string;
  readonly recorded_at_ms: string;
};

const bodyOf = (row: ResultRow): ResultBody => ({
  id: row.id,
  at: instantOf(Number(row.at_ms)),
  kind: row.kind,
  outcome: row.outcome,
  duration_ms: row.kind === 'check' && row.outcome !== 'skipped' ? row.duration : null,
  status_code: row.http_status === 0 ? null : row.http_status,
  error: row.error === '' ? null : row.error,
  metadata: row.detail === '' ? null : (parseExactJson(row.detail) as Record<string, Json>),
  recorded_at: instantOf(Number(row.recorded_at_ms)),
});

const instantOf = (atMs: number): string => new Date(atMs).toISOString();
