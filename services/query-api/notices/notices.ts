import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { alertHistory, alertKey } from '../../../projections/alerts/alert-history.ts';
import { channelKey, channels } from '../../../projections/channels/channels.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { healthCheckResource } from '../../../projections/health/health-checks.ts';
import {
  type AlertNoticeRow,
  noticesOf,
  alertNotices as rows,
} from '../../../projections/notices/alert-notices.ts';
import { noticeDeliveries } from '../../../projections/notices/notice-deliveries.ts';
import { alertId } from '../../../schemas/alerts/ids.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { NoticeBody } from '../../../schemas/notices/routes.ts';
import { instantOf } from '../alerts/figures.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow } from '../resource.ts';
import type { QueryShared } from '../shared.ts';

/** An alert fires and resolves once, for at most a hundred channels, and may be silenced in between. */
const noticesReadMax = 1_000;
/** Of a check, the newest. */
const checkNoticesReadMax = 10_000;

/** GET /v1/alerts/:id/notices: the oldest decision first. */
export const alertNotices =
  ({ projections }: Pick<QueryShared, 'projections'>): Handler<'alertNotices'> =>
  async ({ key: { organizationId }, params, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const id = alertId(params.id.toLowerCase());
    if (state.get(alertHistory, alertKey(organizationId, id)) === undefined)
      throw notFound(`there is no alert ${params.id}`);
    const { items: notices, next } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: rows,
      prefix: noticesOf(organizationId, id),
      max: noticesReadMax,
      change: row => noticeBody(row, organizationId, state),
    });
    const body = { success: true, alert_id: id, notices, next_cursor: next } as const;
    return { status: 200, body: bodyOf<ResponseOf<'alertNotices'>>(body) };
  };

/** GET /api/health-checks/:id/notices: the newest decision first. */
export const healthCheckNotices =
  ({ projections }: Pick<QueryShared, 'projections'>): Handler<'healthCheckNotices'> =>
  async ({ key: { organizationId }, params, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { checkId } = expectRow(healthCheckResource, organizationId, params.id, state);
    const { items: notices, next } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: rows,
      prefix: noticesOf(organizationId, checkId),
      max: checkNoticesReadMax,
      change: row => ({
        ...noticeBody(row, organizationId, state),
        outage_id: row.outageId ?? '',
      }),
    });
    const { limit } = query;
    const body = { success: true, check_id: checkId, notices, limit, next_cursor: next } as const;
    return { status: 200, body: bodyOf<ResponseOf<'healthCheckNotices'>>(body) };
  };

function noticeBody(
  { channelId, why, decidedAtMs, outcome }: AlertNoticeRow,
  organizationId: OrganizationId,
  state: DomainState,
): NoticeBody {
  const channel = channelId && state.get(channels, channelKey(organizationId, channelId));
  const told = {
    channel_id: channelId ?? null,
    channel_name: channel?.name ?? null,
    why,
    at: instantOf(decidedAtMs),
  };
  if (outcome.kind === 'withheld') {
    return {
      notice_id: null,
      ...told,
      result: 'withheld',
      reason: outcome.reason,
      ended_at: null,
      attempts: 0,
      error: null,
    };
  }
  const { noticeId } = outcome;
  const delivery = state.get(noticeDeliveries, noticeId);
  const { endedAtMs } = delivery ?? {};
  return {
    notice_id: noticeId,
    ...told,
    result: delivery?.status ?? 'waiting',
    reason: null,
    ended_at: endedAtMs === undefined ? null : instantOf(endedAtMs),
    attempts: delivery?.attempts ?? 0,
    error: delivery?.error ?? null,
  };
}
