import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { AuditRow } from '../../../projections/audit/audit.ts';
import { auditResourceKey, auditResources } from '../../../projections/audit/audit-resources.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { AuditEvent } from '../../../schemas/audit/routes.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { inLane, turnOf } from '../bounds/in-turns.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
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
      {
        organizationId,
        ...bounds,
        limit: query.limit,
        kinds: query.kinds,
        matches: matching(query),
        signal,
      },
      state,
    );
    const turn = turnOf(organizationId, signal);
    const options = { turn, bytesMax: limits.listBytesMax };
    const { last, isCut, ...events } = await inLane(organizationId, signal, () =>
      writeItems(rows, row => eventOf(row, organizationId, projections), options),
    );
    const end = isCut ? last?.position : next;
    const next_cursor = end === undefined ? null : toCursor(end);
    return { status: 200, body: bodyOf<ResponseOf<'audit'>>({ events, next_cursor }) };
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
