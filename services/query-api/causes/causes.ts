import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { alertHistory, alertKey } from '../../../projections/alerts/alert-history.ts';
import { anomalies, anomalyKey } from '../../../projections/anomalies/anomalies.ts';
import { alertId } from '../../../schemas/alerts/ids.ts';
import { anomalyId } from '../../../schemas/anomalies/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { readRecordedRule } from '../alerts/backtest/recorded-rule.ts';
import type { AlertReads } from '../alerts/reads.ts';
import { boundsOf } from '../windows/window-metrics.ts';
import { type Times, timesOfAlert, timesOfAnomaly } from './asked.ts';
import { findCauses } from './find-causes.ts';
import type { CauseReads } from './read-deploys.ts';
import { readWorstService } from './read-worst-service.ts';

type Reads = AlertReads & Omit<CauseReads, 'signal'>;

/** GET /v1/alerts/:id/causes */
export const alertCauses =
  (reads: Reads): Handler<'alertCauses'> =>
  async request => {
    const { organizationId } = request.key;
    const { atMs, state } = await stateOf(reads, request);
    const id = alertId(request.params.id.toLowerCase());
    const row = state.get(alertHistory, alertKey(organizationId, id));
    if (row === undefined) throw notFound(`there is no alert ${request.params.id}`);
    const { scope } = row.rule;
    const service = scope.type === 'service' ? scope.service : undefined;
    const rule = await readRecordedRule(organizationId, row.ruleId, state);
    const then = rule?.versions.find(({ version }) => version === row.ruleVersion)?.rule;
    const times = timesOfAlert(row, then?.forMinutes ?? 0, atMs ?? reads.clock());
    const asked = { id: row.alertId, organization: organizationId, service, atMs, times };
    return { status: 200, body: await bodyOf(asked, readingOf(reads, request)) };
  };

/** GET /v1/anomalies/:id/causes */
export const anomalyCauses =
  (reads: Reads): Handler<'anomalyCauses'> =>
  async request => {
    const { organizationId } = request.key;
    const { atMs, state } = await stateOf(reads, request);
    const id = anomalyId(request.params.id.toLowerCase());
    const row = state.get(anomalies, anomalyKey(organizationId, id));
    if (row === undefined) throw notFound(`there is no anomaly ${request.params.id}`);
    const { service } = row;
    const times = timesOfAnomaly(row, atMs ?? reads.clock());
    const asked = { id: row.anomalyId, organization: organizationId, service, atMs, times };
    return { status: 200, body: await bodyOf(asked, readingOf(reads, request)) };
  };

type Request = Pick<HttpRequest, 'receivedAtMs' | 'signal'> & {
  readonly query: { readonly as_of?: number | undefined };
};

async function stateOf({ projections }: Reads, request: Request) {
  const atMs = asOfMs(request);
  return { atMs, state: await projections.state({ asOfMs: atMs, signal: request.signal }) };
}

const readingOf = (reads: Reads, { signal }: Request): CauseReads => ({ ...reads, signal });

type Asked = {
  readonly id: string;
  readonly organization: OrganizationId;
  /** Undefined: all of them. */
  readonly service: string | undefined;
  readonly atMs: number | undefined;
  readonly times: Times;
};

async function bodyOf(
  { id, organization, service, atMs, times }: Asked,
  reading: CauseReads,
): Promise<ResponseOf<'alertCauses'>> {
  const { selection, baseline } = times;
  const named =
    service ?? (await readWorstService({ organization, range: selection, atMs }, reading));
  const found =
    named === undefined
      ? { causes: [], reason: 'No service had requests in this time.' }
      : await findCauses({ organization, service: named, atMs, ...times }, reading);
  return {
    success: true,
    id,
    service_name: named ?? null,
    selection: boundsOf(selection),
    baseline: boundsOf(baseline),
    ...found,
  };
}
