import { healthScore } from '../../../domain/alerts/health-score.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import { anomalies, openAnomaliesOf } from '../../../projections/anomalies/anomalies.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { readServices, type ServiceRow } from '../services/read-services.ts';
import { averageMs, errorRateOf, type Histogram, percentOf } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { type QueryContext, rangeOf } from '../windows/window-metrics.ts';
import { histogramOf, type TimeRange } from '../windows/window-rows.ts';
import { readFiring } from './active.ts';
import { alertFieldsOf } from './alert-body.ts';
import { alertReadLimits } from './config.ts';
import {
  countTraces,
  type HotspotRow,
  readHotspots,
  readOverall,
  readSteps,
} from './dashboard-reads.ts';
import { seriesOf, stepsOf } from './dashboard-series.ts';
import { instantOf } from './figures.ts';
import type { DashboardReads } from './reads.ts';

type Dashboard = ResponseOf<'alertDashboard'>;
type Window = Dashboard['window'];

/** GET /v1/alerts/dashboard: telemetry as of an instant is what was known before its minute began. */
export const alertDashboard =
  ({ projections, warehouse, clock }: DashboardReads): Handler<'alertDashboard'> =>
  async ({ key: { organizationId }, query, signal, ...request }) => {
    const { window } = query;
    const atMs = asOfMs({ query, ...request });
    const nowMs = atMs ?? clock();
    const asked = { organization: organizationId, window, nowMs, isPast: atMs !== undefined };
    const figures = await readFigures(asked, { warehouse, signal });
    const state = await projections.state({ asOfMs: atMs, signal });
    const firing = await readFiring(organizationId, state);
    const items = firing
      .slice(0, alertReadLimits.dashboardItemsMax)
      .map(alert => itemOf(alert, nowMs));
    return {
      status: 200,
      body: {
        success: true,
        window,
        ...figures,
        alerts: { count: firing.length, items },
        anomalies: openAnomalies(organizationId, state),
        timestamp: instantOf(nowMs),
      },
    };
  };

/** Anomalies of now: those that nobody has acknowledged, and those that are critical. */
function openAnomalies(organizationId: OrganizationId, state: DomainState): Dashboard['anomalies'] {
  const prefix = openAnomaliesOf(organizationId);
  const open = state.list(anomalies, { prefix, limit: alertReadLimits.dashboardAnomaliesMax });
  return {
    unacknowledged: open.filter(({ row }) => row.acknowledged === undefined).length,
    critical: open.filter(({ row }) => row.severity === 'critical').length,
  };
}

type Asked = {
  readonly organization: OrganizationId;
  readonly window: Window;
  readonly nowMs: number;
  readonly isPast: boolean;
};

type Figures = Pick<Dashboard, 'stats' | 'services' | 'error_hotspots' | 'time_series'>;

async function readFigures(asked: Asked, reading: QueryContext): Promise<Figures> {
  const { organization, window, nowMs, isPast } = asked;
  const of = { organization, ...knownBefore(isPast ? nowMs : undefined) };
  const range = rangeOf(window, nowMs);
  const steps = stepsOf(window, range);
  const inWindow = { ...of, range };
  const inDay = { ...of, range: rangeOf('24h', nowMs) };
  // Not all at once: the statements of one request take turns anyway.
  const [now, before, day, series] = await Promise.all([
    readOverall(inWindow, reading),
    readOverall({ ...of, range: rangeBefore(range) }, reading),
    readOverall(inDay, reading),
    readSteps({ ...of, range: steps }, steps.stepSeconds, reading),
  ]);
  const [traces, tracesOfDay, services, hotspots] = await Promise.all([
    countTraces(inWindow, reading),
    countTraces(inDay, reading),
    readServices({ ...of, ...range }, reading),
    readHotspots(inWindow, reading),
  ]);
  return {
    stats: {
      health_score: healthScore(now) ?? healthWithoutRequests,
      services: services.length,
      total_traces: traces,
      errors_24h: day.errors,
      avg_response: Math.round(averageMs(now)),
      traces_24h: tracesOfDay,
      error_rate: errorRateOf(now),
      deltas: deltasOf(now, before),
    },
    services: busiest(services.map(serviceOf)),
    error_hotspots: hotspots.map(hotspotOf),
    time_series: seriesOf(steps, series),
  };
}

/** Nothing failed and nothing was slow. */
const healthWithoutRequests = 100;

const rangeBefore = ({ fromSeconds, toSeconds }: TimeRange): TimeRange => ({
  fromSeconds: fromSeconds - (toSeconds - fromSeconds),
  toSeconds: fromSeconds,
});

function deltasOf(now: Histogram, before: Histogram): Dashboard['stats']['deltas'] {
  const [healthNow, healthBefore] = [healthScore(now), healthScore(before)];
  if (healthNow === undefined || healthBefore === undefined) {
    return { has_previous: before.n > 0, errors: 0, avg_response: 0, health: 0 };
  }
  return {
    has_previous: true,
    errors: percentOf(now.errors - before.errors, before.errors),
    avg_response: percentOf(averageMs(now) - averageMs(before), averageMs(before)),
    health: healthNow - healthBefore,
  };
}

function serviceOf(row: ServiceRow): Dashboard['services'][number] {
  const histogram = histogramOf(row);
  return {
    name: row.service,
    traces: histogram.n,
    errors: histogram.errors,
    error_rate: errorRateOf(histogram),
    avg_response: Math.round(averageMs(histogram)),
  };
}

const busiest = (services: Dashboard['services']): Dashboard['services'] =>
  services
    .toSorted((left, right) => right.traces - left.traces)
    .slice(0, alertReadLimits.dashboardServicesMax);

function hotspotOf({
  service,
  operation,
  ...row
}: HotspotRow): Dashboard['error_hotspots'][number] {
  const [total, errors] = [Number(row.total), Number(row.failures)];
  return { service, operation, total, errors, error_rate: percentOf(errors, total) };
}

function itemOf(alert: FiringAlert, nowMs: number): Dashboard['alerts']['items'][number] {
  const { id, name, severity, message, triggered_at, duration } = alertFieldsOf(alert, nowMs);
  return { id, name, severity, message, triggered_at, duration };
}
