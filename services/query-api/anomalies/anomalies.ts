import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import {
  type AnomalyRow,
  anomalies,
  anomaliesOf,
  anomalyKey,
} from '../../../projections/anomalies/anomalies.ts';
import { anomalyBody } from '../../../projections/anomalies/anomaly-body.ts';
import { anomalyId } from '../../../schemas/anomalies/ids.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { AlertReads } from '../alerts/reads.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { anomalyReadLimits } from './config.ts';
import { readPossibleCauses } from './possible-causes.ts';
import { readScores } from './scores.ts';

type Query = QueryOf<'listAnomalies'>;

/** GET /v1/anomalies: a page of the anomalies that pass every filter, the newest first. */
export const listAnomalies =
  ({ projections }: AlertReads): Handler<'listAnomalies'> =>
  async ({ key: { organizationId }, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { items, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: anomalies,
      prefix: anomaliesOf(organizationId),
      max: anomalyReadLimits.anomaliesScannedMax,
      passes: row => passes(row, query),
      change: anomalyBody,
    });
    const { limit, offset } = query;
    const counts = { total_count: list.total, limit, offset, next_cursor: list.next };
    return {
      status: 200,
      body: bodyOf<ResponseOf<'listAnomalies'>>({ anomalies: items, ...counts }),
    };
  };

const passes = (
  row: AnomalyRow,
  { service, metric, severity, status, acknowledged }: Query,
): boolean =>
  (service === undefined || service === row.service) &&
  (metric === undefined || row.metrics.some(one => one.metric === metric)) &&
  (severity === undefined || severity === row.severity) &&
  (status === undefined || (status === 'ended') === (row.ended !== undefined)) &&
  (acknowledged === undefined || acknowledged === (row.acknowledged !== undefined));

type Reads = AlertReads & { readonly warehouse: OrganizationReads };

/** GET /v1/anomalies/:id: the anomaly, what was scored around it, and what may have caused it. */
export const getAnomaly =
  ({ projections, clock, warehouse }: Reads): Handler<'getAnomaly'> =>
  async ({ key: { organizationId }, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = state.get(anomalies, anomalyKey(organizationId, anomalyId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no anomaly ${id}`);
    const asked = { anomaly: row, nowMs: atMs ?? clock() };
    const [scores, causes] = await Promise.all([
      readScores(asked, { warehouse, signal }),
      readPossibleCauses(asked, { warehouse, signal }),
    ]);
    return {
      status: 200,
      body: { success: true, anomaly: anomalyBody(row), possible_causes: causes, scores },
    };
  };
