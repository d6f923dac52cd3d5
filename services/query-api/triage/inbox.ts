import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { triageItemBody } from '../../../projections/triage/item-body.ts';
import {
  inboxOf,
  type TriageHistoryEntry,
  type TriageItemRow,
  triageInbox,
  triageItemResource,
} from '../../../projections/triage/triage-inbox.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { TriageItemBody } from '../../../schemas/triage/parts.ts';
import { instantOf } from '../alerts/figures.ts';
import type { AlertReads } from '../alerts/reads.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow } from '../resource.ts';
import { triageReadLimits } from './config.ts';

type Query = QueryOf<'listTriageItems'>;

/** GET /v1/triage-inbox: a page of the items that pass every filter, the newest first. */
export const listTriageItems =
  ({ projections, clock }: AlertReads): Handler<'listTriageItems'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const bodyAt = (row: TriageItemRow): TriageItemBody => triageItemBody(row, atMs ?? clock());
    const { items, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      projection: triageInbox,
      prefix: inboxOf(key.organizationId),
      max: triageReadLimits.itemsScannedMax,
      passes: row => passes(bodyAt(row), query),
      change: bodyAt,
    });
    const { limit, offset } = query;
    const counts = { total_count: list.total, limit, offset, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listTriageItems'>>({ items, ...counts }) };
  };

const passes = (
  item: TriageItemBody,
  { severity, type, status, team, service, entity_id: entity }: Query,
): boolean =>
  (entity === undefined || entity === item.entity_id) &&
  (severity === undefined || severity === item.severity) &&
  (type === undefined || type === item.entity_type) &&
  (status === undefined || status === item.status) &&
  (team === undefined || team === '' || team === item.team_id) &&
  (service === undefined || service === item.service_name);

/** GET /v1/triage-inbox/:id: the item with its history. */
export const getTriageItem =
  ({ projections, clock }: AlertReads): Handler<'getTriageItem'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await projections.state({ asOfMs: atMs, signal });
    const row = expectRow(triageItemResource, key.organizationId, id, state);
    const item = triageItemBody(row, atMs ?? clock());
    return { status: 200, body: { success: true, item, history: row.history.map(entryOf) } };
  };

const entryOf = ({
  atMs,
  status,
  actor,
  note,
  untilMs,
}: TriageHistoryEntry): ResponseOf<'getTriageItem'>['history'][number] => ({
  at: instantOf(atMs),
  event: status === 'open' ? 'opened' : status,
  actor,
  note: note ?? null,
  snoozed_until: untilMs === undefined ? null : instantOf(untilMs),
});
