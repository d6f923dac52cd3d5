import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import {
  type AlertHistoryRow,
  alertHistory,
  alertKey,
  newestFirst,
  ofOrganization,
  ofRule,
} from '../../../projections/alerts/alert-history.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { triageInbox, triageItemKey } from '../../../projections/triage/triage-inbox.ts';
import { alertId, alertRuleId } from '../../../schemas/alerts/ids.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { triageItemOf } from '../../../schemas/triage/ids.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import type { QueryShared } from '../shared.ts';
import { alertBodyOf, groundsOf, secondsBetween } from './alert-body.ts';
import { alertReadLimits } from './config.ts';
import { instantOf } from './figures.ts';
import type { AlertReads } from './reads.ts';
import { silencedLater } from './silenced-later.ts';

type Query = QueryOf<'listAlerts'>;

/** GET /v1/alerts: a page of the alerts that pass every filter, the newest first. */
export const listAlerts =
  ({ projections, clock }: AlertReads): Handler<'listAlerts'> =>
  async ({ key, query, signal, ...request }) => {
    const { from, to, limit, offset } = query;
    if (from !== undefined && to !== undefined && from >= to) {
      throw invalidRequest('expected from before to');
    }
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const { organizationId } = key;
    const seen = { organizationId, state, nowMs: atMs ?? clock() };
    const { items: alerts, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: alertHistory,
      ...placesOf(key.organizationId, query),
      passes: row => passes(row, query),
      change: row => alertBodyOf(row, seen),
    });
    const { total, next: next_cursor } = list;
    const body = { success: true, alerts, total, limit, offset, next_cursor } as const;
    return { status: 200, body: bodyOf<ResponseOf<'listAlerts'>>(body) };
  };

/** Where the alerts of the time range are, from the newest on. */
function placesOf(organizationId: OrganizationId, { from, to, rule }: Query) {
  const prefix =
    rule === undefined ? ofOrganization(organizationId) : ofRule(organizationId, alertRuleId(rule));
  // Keys of earlier alerts come later, and an alert of the instant `to` itself has a longer key than this.
  const after = to === undefined ? undefined : `${prefix}${newestFirst(to - 1)}`;
  const until = from === undefined || from <= 0 ? undefined : `${prefix}${newestFirst(from - 1)}`;
  return { prefix, after, until, max: alertReadLimits.alertsScannedMax };
}

const passes = (
  { rule, resolved }: AlertHistoryRow,
  { status, severity, service }: Query,
): boolean =>
  (status === undefined || (status === 'resolved') === (resolved !== undefined)) &&
  (severity === undefined || severity === rule.severity) &&
  (service === undefined || (rule.scope.type === 'service' && rule.scope.service === service));

/** GET /v1/alerts/:id: what it rests on, and what happened when. */
export const getAlert =
  ({ projections, clock }: Pick<QueryShared, 'projections' | 'clock'>): Handler<'getAlert'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = state.get(alertHistory, alertKey(key.organizationId, alertId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no alert ${id}`);
    const { organizationId, resolved, triggeredAtMs } = row;
    const seen = { organizationId, state, nowMs: atMs ?? clock() };
    return {
      status: 200,
      body: {
        success: true,
        ...alertBodyOf(row, seen),
        ...groundsOf(row),
        timeline: timelineOf(row),
        silenced_later: await silencedLater(row, state, projections),
        ...acknowledgementOf(row, state),
        time_to_resolve_seconds: resolved ? secondsBetween(triggeredAtMs, resolved.atMs) : null,
      },
    };
  };

/** Somebody acknowledges an alert through its item in the triage inbox. */
function acknowledgementOf(
  { organizationId, alertId: id, triggeredAtMs }: AlertHistoryRow,
  state: DomainState,
): Pick<ResponseOf<'getAlert'>, 'acknowledged_at' | 'time_to_acknowledge_seconds'> {
  const item = state.get(triageInbox, triageItemKey(organizationId, triageItemOf(id)));
  const atMs = item?.acknowledgedAtMs;
  return {
    acknowledged_at: atMs === undefined ? null : instantOf(atMs),
    time_to_acknowledge_seconds: atMs === undefined ? null : secondsBetween(triggeredAtMs, atMs),
  };
}

type Timeline = ResponseOf<'getAlert'>['timeline'];

function timelineOf({ message, triggeredAtMs, amendments, resolved }: AlertHistoryRow): Timeline {
  const entries: Timeline = [
    { at: instantOf(triggeredAtMs), event: 'triggered', message },
    ...amendments.map(({ atMs, before, after }) => ({
      at: instantOf(atMs),
      event: 'evidence_amended' as const,
      message: `late spans changed the figures: ${before.samples} samples became ${after.samples}`,
    })),
    ...(resolved === undefined
      ? []
      : [
          { at: instantOf(resolved.atMs), event: 'resolved' as const, message: endingOf(resolved) },
        ]),
  ];
  return entries.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
}

const endings = {
  recovered: 'recovered',
  no_data: 'resolved because there is no data',
  rule_disabled: 'resolved because its rule was disabled',
  rule_deleted: 'resolved because its rule was deleted',
  rule_changed: 'resolved because its rule was changed',
} as const;

const endingOf = ({ reason, value }: NonNullable<AlertHistoryRow['resolved']>): string =>
  value === null ? endings[reason] : `${endings[reason]}, the value is ${value}`;
