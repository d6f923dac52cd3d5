import type { Handler } from '../../../../platform/http/handler.ts';
import type { Slices } from '../../../../platform/shares/slices.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import { inLane, turnOf } from '../../bounds/in-turns.ts';
import { limits } from '../../config.ts';
import type { Outline } from '../../core/traces/outline.ts';
import { knownSql } from '../../windows/known-condition.ts';
import { findTrace } from '../found-trace.ts';
import type { TraceRow } from '../trace-rows.ts';
import { summaryOf } from '../trace-summaries.ts';
import { readOutline } from './read-outline.ts';

/** GET /v1/traces/:id/outline: the spans of a trace by columns, as a waterfall draws them. */
export const getTraceOutline =
  ({ warehouse }: { readonly warehouse: OrganizationReads }): Handler<'getTraceOutline'> =>
  async ({ key: { organizationId: organization }, params, query, signal }) => {
    const reading = { warehouse, signal };
    const place = await findTrace(organization, params.id, reading, knownSql(query.as_of));
    const body = await inLane(organization, signal, async () => {
      const turn = turnOf(organization, signal);
      return writeOutline(place.trace, await readOutline(place, reading, turn), turn);
    });
    return { status: 200, body };
  };

export const isWholeOutline = ({ ids }: Outline, trace: TraceRow): boolean =>
  ids.length >= Number(trace.spans);

/** The answer as JSON, some thousand values at a time: other requests get their turn in between. */
async function writeOutline(trace: TraceRow, outline: Outline, turn: Slices): Promise<Buffer> {
  const { ids, services, names } = outline;
  const head = {
    trace: summaryOf(trace),
    spans: ids.length,
    is_whole: isWholeOutline(outline, trace),
  };
  const columns = {
    span_id: ids,
    parent: outline.parent,
    start_ns: outline.start,
    duration_ns: outline.duration,
    service: outline.service,
    name: outline.name,
    kind: outline.kind,
    status: outline.status,
  };
  const texts: string[] = [JSON.stringify(head).slice(0, -1)];
  for (const [name, list] of Object.entries({ services, names }))
    texts.push(`,"${name}":[`, ...(await listTexts(list, turn)), ']');
  for (const [index, [name, list]] of Object.entries(columns).entries())
    texts.push(
      index === 0 ? ',"columns":{' : ',',
      `"${name}":[`,
      ...(await listTexts(list, turn)),
      ']',
    );
  return Buffer.from(`${texts.join('')}}}`);
}

type List = readonly (string | number)[] | Int32Array | Float64Array | Uint8Array;

/** The values of a list as JSON, in pieces with their commas. */
async function listTexts(list: List, turn: Slices): Promise<string[]> {
  const texts: string[] = [];
  for (let at = 0; at < list.length; at += limits.outlineChunkSpans) {
    if (turn.isOver()) await turn.next();
    const piece = JSON.stringify(Array.from(list.slice(at, at + limits.outlineChunkSpans)));
    texts.push(at === 0 ? '' : ',', piece.slice(1, -1));
  }
  return texts;
}
