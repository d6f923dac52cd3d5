import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { AuditRow } from '../../../projections/audit/audit.ts';
import { auditResourceKey, auditResources } from '../../../projections/audit/audit-resources.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { changesBetween } from './fields.ts';
import { actorOf, isNamed, resourceOf } from './names.ts';
import { auditPage } from './page.ts';
import { summaryOf } from './summary.ts';

export type AuditDependencies = {
  readonly projections: Pick<Projections, 'state' | 'get' | 'positionAt'>;
};

type Query = HttpRequest<'audit'>['query'];

/** GET /v1/audit */
export const auditLog =
  ({ projections }: AuditDependencies): Handler<'audit'> =>
  async ({ key: { organizationId }, query, signal }) => {
    const state = await projections.state({ signal });
    const bounds = boundsOf(query, projections);
    const { rows, next } = await auditPage(
      { organizationId, ...bounds, limit: query.limit, matches: matching(query) },
      state,
    );
    const events = rows.map(row => eventOf(row, organizationId, projections));
    const count = fittingCount(events);
    const end = count < rows.length ? rows[count - 1]?.position : next;
    const nextCursor = end === undefined ? null : toCursor(end);
    return { status: 200, body: { events: events.slice(0, count), next_cursor: nextCursor } };
  };

/** Instants are those of recording, whose order is the order of positions. */
function boundsOf(
  { from, to, cursor }: Query,
  { positionAt }: Pick<Projections, 'positionAt'>,
): { readonly after: number; readonly before: number } {
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidRequest('`from` must be earlier than `to`');
  return {
    after: from === undefined ? -1 : positionAt(from - 1),
    before: Math.min(
      cursor === undefined ? Number.MAX_SAFE_INTEGER : fromCursor(cursor),
      to === undefined ? Number.MAX_SAFE_INTEGER : positionAt(to - 1) + 1,
    ),
  };
}

const matching =
  ({ actor, resource, type }: Query) =>
  (row: AuditRow): boolean =>
    (type === undefined || type === row.type) &&
    isNamed(actor, actorOf(row.actor)) &&
    isNamed(resource, resourceOf(row.stream));

function eventOf(
  row: AuditRow,
  organizationId: OrganizationId,
  { get }: Pick<Projections, 'get'>,
): AuditEvent {
  const key = auditResourceKey(organizationId, row.stream);
  const before = get(auditResources, key, row.position - 1) ?? {};
  const after = get(auditResources, key, row.position) ?? {};
  return {
    id: row.id,
    at: new Date(row.recordedAtMs).toISOString(),
    actor: actorOf(row.actor),
    type: row.type,
    summary: summaryOf(row.type, after),
    resource: resourceOf(row.stream),
    changes: [...changesBetween(before, after)],
    correlation_id: row.correlationId,
    causation_id: row.causationId,
  };
}

/** How many of them one answer may hold; at least one. */
function fittingCount(events: readonly AuditEvent[]): number {
  let bytes = 0;
  const end = events.findIndex((event, index) => {
    bytes += JSON.stringify(event).length;
    return index > 0 && bytes > limits.listBytesMax;
  });
  return end === -1 ? events.length : end;
}
