import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler, Principal } from '../../../platform/http/handler.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { readFiring } from '../alerts/active.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { statusOfAlert, statusWindow, worstStatus } from '../core/widgets/service-status.ts';
import { isOwnService } from '../services/own-service.ts';
import { readServices } from '../services/read-services.ts';
import { emptyHistogram, errorRateOf, type Histogram, quantileMs } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { type MetricsWindow, type QueryContext, rangeOf } from '../windows/window-metrics.ts';
import { histogramOf } from '../windows/window-rows.ts';
import { isShown } from './firing.ts';
import type { WidgetReads } from './reads.ts';
import { noStanding, readStandings, statusOf, uptimeOf } from './standings.ts';

type Overview = ResponseOf<'widgetOverview'>;

type Asked = {
  readonly key: Pick<Principal, 'organizationId' | 'services'>;
  /** A past instant; now when undefined. */
  readonly atMs: number | undefined;
};

/** GET /v1/widgets/overview */
export const widgetOverview =
  (reads: WidgetReads): Handler<'widgetOverview'> =>
  async ({ key, signal, ...request }) => {
    const asked = { key, atMs: asOfMs(request) };
    return { status: 200, body: await readOverview(asked, reads, signal) };
  };

/** Every service that sent a request in a day, has a health check, or has an alert that fires. */
export async function readOverview(
  { key, atMs }: Asked,
  { projections, ...reads }: WidgetReads,
  signal: AbortSignal,
): Promise<Overview> {
  const { organizationId } = key;
  const nowMs = atMs ?? reads.clock();
  const isAsked = (service: string): boolean => isOwnService(key, service);
  const reading = { ...reads, signal };
  const state = await projections.state({ asOfMs: atMs, signal });
  const [day, latest, standings] = await Promise.all([
    readHistograms({ key, atMs }, '24h', nowMs, reading),
    readHistograms({ key, atMs }, statusWindow, nowMs, reading),
    readStandings({ organizationId, isAsked, atMs }, state, reading),
  ]);
  const names = [...new Set([...day.keys(), ...standings.keys()])].sort();
  const services = await mapInTurns(names, (name): Overview['services'][number] => {
    const standing = standings.get(name) ?? noStanding;
    const requests = day.get(name) ?? emptyHistogram;
    return {
      name,
      status: statusOf(standing, latest.get(name) ?? emptyHistogram),
      response_time_ms: quantileMs(requests, 0.95),
      error_rate: errorRateOf(requests),
      ...uptimeOf(standing, requests),
    };
  });
  const firing = (await readFiring(organizationId, state)).filter(alert => isShown(key, alert));
  const statuses = [
    ...services.map(({ status }) => status),
    ...firing.map(({ rule }) => statusOfAlert(rule.severity)),
  ];
  return {
    overall_status: worstStatus(statuses),
    services,
    updated_at: new Date(nowMs).toISOString(),
  };
}

/** The requests of each service that the key may read. */
async function readHistograms(
  { key, atMs }: Asked,
  window: MetricsWindow,
  nowMs: number,
  reading: QueryContext,
): Promise<ReadonlyMap<string, Histogram>> {
  const asked = {
    organization: key.organizationId,
    ...rangeOf(window, nowMs),
    ...knownBefore(atMs),
  };
  const rows = await readServices(asked, reading);
  const own = rows.filter(({ service }) => isOwnService(key, service));
  return new Map(await mapInTurns(own, row => [row.service, histogramOf(row)] as const));
}
