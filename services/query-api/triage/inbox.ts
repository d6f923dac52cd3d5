import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { triageItemBody } from '../../../projections/triage/item-body.ts';
import {
  inboxOf,
  type TriageHistoryEntry,
  triageInbox,
  triageItemKey,
} from '../../../projections/triage/triage-inbox.ts';
import type { QueryOf, ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { triageItemId } from '../../../schemas/triage/ids.ts';
import type { TriageItemBody } from '../../../schemas/triage/parts.ts';
import { instantOf } from '../alerts/figures.ts';
import type { AlertReads } from '../alerts/reads.ts';
import { rowsOf } from '../alerts/rows.ts';
import { triageReadLimits } from './config.ts';

type Query = QueryOf<'listTriageItems'>;

/** GET /v1/triage-inbox: a page of the items that pass every filter, the newest first. */
export const listTriageItems =
  ({ projections, clock }: AlertReads): Handler<'listTriageItems'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await projections.state({ asOfMs: atMs, signal });
    const found = await readItems(key.organizationId, query, state, atMs ?? clock());
    const { limit, offset } = query;
    const items = found.slice(offset, offset + limit);
    return { status: 200, body: { items, total_count: found.length, limit, offset } };
  };

async function readItems(
  organizationId: OrganizationId,
  query: Query,
  state: DomainState,
  nowMs: number,
): Promise<TriageItemBody[]> {
  const places = { prefix: inboxOf(organizationId), max: triageReadLimits.itemsScannedMax };
  const found: TriageItemBody[] = [];
  for await (const row of rowsOf(state, triageInbox, places)) {
    const item = triageItemBody(row, nowMs);
    if (passes(item, query)) found.push(item);
  }
  return found;
}

const passes = (item: TriageItemBody, { severity, type, status, team, service }: Query): boolean =>
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
    const itemId = triageItemId(id.toLowerCase());
    const row = state.get(triageInbox, triageItemKey(key.organizationId, itemId));
    if (row === undefined) throw notFound(`there is no triage item ${id}`);
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
