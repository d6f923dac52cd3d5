import type { HttpRequest, HttpResponse } from '../../../platform/http/handler.ts';
import { anomalies, openAnomaliesOf } from '../../../projections/anomalies/anomalies.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { deploymentsOf, type Versions } from '../../../projections/services/versions-seen.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { statusWindow } from '../core/widgets/service-status.ts';
import type { WidgetReads } from '../widgets/reads.ts';
import { noStanding, readStandings, statusOf } from '../widgets/standings.ts';
import { emptyHistogram } from '../windows/histogram.ts';
import { knownBefore, knownSql } from '../windows/known-condition.ts';
import { boundsOf, rangeUntil } from '../windows/window-metrics.ts';
import { histogramOf } from '../windows/window-rows.ts';
import { readVersionsSeen } from './deployments.ts';
import { isOwnService } from './own-service.ts';
import { pointOf, readServicesInRange } from './read-range.ts';
import { readServices } from './read-services.ts';
import { summaryOf } from './service-lists.ts';
import { stepsOf } from './service-timeseries.ts';

type Body = ResponseOf<'listServices'>;

/** GET /v1/services of a range: every service with what a page of all of them shows, in a number of reads that no number of services changes. */
export async function servicesInRange(
  { key, query, signal }: Pick<HttpRequest<'listServices'>, 'key' | 'query' | 'signal'>,
  { warehouse, projections, clock }: WidgetReads,
): Promise<HttpResponse<'listServices'>> {
  const { organizationId: organization } = key;
  const atMs = query.as_of;
  const steps = stepsOf(query, atMs ?? clock(), {
    // A range that begins within a step touches one more.
    max: limits.servicesStepsMax + 1,
    preset: limits.servicesStepsMax,
  });
  const reading = { warehouse, signal };
  const known = { organization, ...knownBefore(atMs) };
  const range = { fromMs: steps.fromSeconds * 1000, toMs: steps.toSeconds * 1000 };
  const latest = rangeUntil(statusWindow, Math.min(range.toMs, atMs ?? clock()));
  const isAsked = (service: string): boolean => isOwnService(key, service);
  const state = await projections.state({ asOfMs: atMs, signal });
  const [rows, recent, versions, standings] = await Promise.all([
    readServicesInRange({ ...known, steps }, reading),
    readServices({ ...known, ...latest }, reading),
    readVersionsSeen({ organization, services: [], ...range, known: knownSql(atMs) }, reading),
    readStandings({ organizationId: organization, isAsked, atMs }, state, { ...reading, clock }),
  ]);
  const statuses = new Map(recent.map(row => [row.service, histogramOf(row)]));
  const open = openAnomalies(organization, state);
  const services = await mapInTurns(
    rows.filter(({ service }) => isAsked(service)),
    (row): Body['services'][number] => {
      const standing = standings.get(row.service) ?? noStanding;
      return {
        ...summaryOf(row),
        status: statusOf(standing, statuses.get(row.service) ?? emptyHistogram),
        open_alerts: standing.firing.length,
        open_anomalies: open.get(row.service) ?? 0,
        ...versionOf(row.service, versions, range),
        series: row.points.map(pointOf),
      };
    },
  );
  return {
    status: 200,
    body: {
      services,
      total: services.length,
      ...boundsOf(steps),
      sample_count: services.reduce((sum, { request_count: requests }) => sum + requests, 0),
      step_seconds: steps.stepSeconds,
    },
  };
}

function versionOf(
  service: string,
  { seen }: Versions,
  range: { readonly fromMs: number; readonly toMs: number },
) {
  const rows = seen.get(service) ?? [];
  const [last_deployment = null] = deploymentsOf(rows, range);
  return { version: rows.at(-1)?.version ?? null, last_deployment };
}

/** How many anomalies of each service nobody has acknowledged. */
function openAnomalies(
  organization: OrganizationId,
  state: DomainState,
): ReadonlyMap<string, number> {
  const prefix = openAnomaliesOf(organization);
  const counts = new Map<string, number>();
  for (const { row } of state.list(anomalies, { prefix, limit: limits.servicesMax }))
    if (row.acknowledged === undefined) counts.set(row.service, (counts.get(row.service) ?? 0) + 1);
  return counts;
}
