import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import { expectRow } from '../resource.ts';
import type { QueryShared } from '../shared.ts';
import type { HealthReads } from './checks.ts';
import { readUptimeDays, wholeDaysFromMs } from './uptime-days.ts';

type Reads = HealthReads & Pick<QueryShared, 'configuration'>;

/** GET /api/health-checks/:id/uptime: with `known_at` the answer that was given then. */
export const healthCheckUptime =
  ({ projections, warehouse, clock, configuration }: Reads): Handler<'healthCheckUptime'> =>
  async ({ key: { organizationId }, params: { id }, query, signal, receivedAtMs }) => {
    const atMs = asOfMs({ query: { as_of: query.known_at }, receivedAtMs });
    const state = await projections.state({ asOfMs: atMs, signal });
    const check = expectRow(healthCheckResource, organizationId, id, state);
    const nowMs = clock();
    const keptFromMs = wholeDaysFromMs(nowMs, configuration.retention.spansMs);
    const asked = { check, days: query.days, keptFromMs, toMs: atMs ?? nowMs, knownBeforeMs: atMs };
    const days = await readUptimeDays(asked, { warehouse, signal });
    const keptFrom = new Date(keptFromMs).toISOString();
    const knownAt = atMs === undefined ? null : new Date(atMs).toISOString();
    return { status: 200, body: { days, kept_from: keptFrom, known_at: knownAt } };
  };
