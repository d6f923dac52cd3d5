import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { openPlaces } from '../../../platform/shares/places.ts';
import type { FiringAlert } from '../../../projections/alerts/alert.ts';
import { alertResolutions, resolutionsOf } from '../../../projections/alerts/alert-resolutions.ts';
import { latestOfKinds } from '../../../projections/audit/audit-kinds.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { AuditKind } from '../../../schemas/audit/kinds.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { rowsOf } from '../bounds/rows.ts';
import { limits } from '../config.ts';
import { awaitState } from '../waiting.ts';
import { readFiring } from './active.ts';
import { alertReadLimits } from './config.ts';
import { instantOf } from './figures.ts';
import type { EvaluatedReads } from './reads.ts';
import { readRules } from './rules.ts';

/** What a page with badges shows: a request that waits returns when one of these changes. */
const waitedFor: readonly AuditKind[] = [
  'rules',
  'alerts',
  'anomalies',
  'triage',
  'silences',
  'checks',
];

/** GET /v1/alerts/summary: at once, or when something changed after the cursor. */
export function alertSummary(reads: EvaluatedReads): Handler<'alertSummary'> {
  const { projections, clock, staleSince } = reads;
  const places = openPlaces(limits.summaryWaits);
  return async ({ key, address, signal, ...request }) => {
    const { organizationId } = key;
    const atMs = asOfMs(request);
    const { wait, after } = expectPresent(request.query);
    const endMs = clock() + wait * 1_000;
    const begin = await projections.state({ asOfMs: atMs, signal });
    const latest = (state: DomainState): number => latestOfKinds(organizationId, waitedFor, state);
    const seen = after === undefined ? latest(begin) : fromCursor(after);
    const enter = () => places.take({ ...key, address });
    const waiting = { clock, projections, endMs, enter, signal };
    const state = await awaitState(begin, later => latest(later) > seen, waiting);
    const cursor = toCursor(latest(state));
    const nowMs = atMs ?? clock();
    const summary = await summaryOf(organizationId, nowMs, state);
    const stale_since = await staleSince(atMs);
    const timestamp = instantOf(nowMs);
    return { status: 200, body: { success: true, summary, cursor, stale_since, timestamp } };
  };
}

function expectPresent(query: HttpRequest<'alertSummary'>['query']) {
  if (query.as_of !== undefined && query.wait > 0)
    throw invalidRequest('`wait` needs the present: the past does not change; leave out `as_of`');
  return query;
}

type Summary = ResponseOf<'alertSummary'>['summary'];

async function summaryOf(
  organizationId: OrganizationId,
  nowMs: number,
  state: DomainState,
): Promise<Summary> {
  const rules = await readRules(organizationId, state);
  const firing = await readFiring(organizationId, state);
  const of = (severity: FiringAlert['rule']['severity']): number =>
    firing.filter(({ rule }) => rule.severity === severity).length;
  return {
    total_rules: rules.length,
    enabled_rules: rules.filter(({ rule }) => rule.enabled).length,
    active_alerts: firing.length,
    by_severity: { critical: of('critical'), warning: of('warning'), info: of('info') },
    resolved_24h: await countResolved(organizationId, nowMs - dayMs, state),
  };
}

/** Alerts that were resolved at an instant or later. */
async function countResolved(
  organizationId: OrganizationId,
  sinceMs: number,
  state: DomainState,
): Promise<number> {
  const prefix = resolutionsOf(organizationId);
  let count = 0;
  const places = { prefix, max: alertReadLimits.resolutionsCountedMax };
  const resolutions = rowsOf(state, alertResolutions, places, turnOf(organizationId));
  for await (const { resolvedAtMs } of resolutions) {
    if (resolvedAtMs < sinceMs) break;
    count++;
  }
  return count;
}

const cursorPattern = /^change (?<position>-1|\d{1,15})$/u;

const toCursor = (position: number): string =>
  Buffer.from(`change ${position}`).toString('base64url');

/** Throws 400 for a text that is no cursor. */
function fromCursor(text: string): number {
  const found = cursorPattern.exec(Buffer.from(text, 'base64url').toString())?.groups?.position;
  if (found !== undefined) return Number(found);
  throw invalidRequest('invalid after: expected `cursor` of a summary before', [
    { field: 'after', message: 'expected `cursor` of a summary before' },
  ]);
}
