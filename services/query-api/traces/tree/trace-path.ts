import type { Handler } from '../../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { inLane, turnOf } from '../../bounds/in-turns.ts';
import { sortInTurns } from '../../bounds/sort-in-turns.ts';
import { limits } from '../../config.ts';
import { criticalPathOf, type Segment } from '../../core/traces/critical-path.ts';
import { endOf, noParent, type Outline } from '../../core/traces/outline.ts';
import { spanTreeOf } from '../../core/traces/span-tree.ts';
import { knownSql } from '../../windows/known-condition.ts';
import { findTrace } from '../found-trace.ts';
import type { TraceRow } from '../trace-rows.ts';
import { summaryOf } from '../trace-summaries.ts';
import { readOutline } from './read-outline.ts';
import { isWholeOutline } from './trace-outline.ts';

/** GET /v1/traces/:id/critical-path: which spans the end of the root waited for. */
export const getCriticalPath =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): Handler<'getCriticalPath'> =>
  async ({ key: { organizationId: organization }, params, query, signal }) => {
    const reading = { warehouse, signal };
    const place = await findTrace(organization, params.id, reading, knownSql(query.as_of));
    const body = await inLane(organization, signal, async () => {
      const turn = turnOf(organization, signal);
      const outline = await readOutline(place, reading, turn);
      const byEnd = (left: number, right: number): number =>
        endOf(outline, left) - endOf(outline, right);
      const order = await sortInTurns([...outline.ids.keys()], byEnd, turn);
      const root = rootOf(outline);
      const tree = await spanTreeOf(outline, order, turn);
      return answerOf(place.trace, outline, root, await criticalPathOf(outline, tree, root, turn));
    });
    return { status: 200, body };
  };

/** The first span without a parent; where there is none, the first of which the parent is not here, else the first. */
function rootOf({ parent }: Outline): number {
  const root = parent.indexOf(noParent);
  return root >= 0
    ? root
    : Math.max(
        0,
        parent.findIndex(above => above < 0),
      );
}

function answerOf(
  trace: TraceRow,
  outline: Outline,
  root: number,
  segments: readonly Segment[],
): ResponseOf<'getCriticalPath'> {
  return {
    trace: summaryOf(trace),
    root_span_id: outline.ids[root] ?? '',
    duration_ns: outline.duration[root] ?? 0,
    segments: segments.slice(0, limits.criticalPathSegmentsMax).map(({ span, from, to }) => ({
      span_id: outline.ids[span] ?? '',
      service_name: outline.services[outline.service[span] ?? 0] ?? '',
      operation_name: outline.names[outline.name[span] ?? 0] ?? '',
      from_ns: from,
      duration_ns: to - from,
    })),
    is_whole: isWholeOutline(outline, trace) && segments.length <= limits.criticalPathSegmentsMax,
  };
}
