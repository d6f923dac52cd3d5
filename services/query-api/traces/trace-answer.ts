import { setImmediate as otherWork } from 'node:timers/promises';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { limits } from '../config.ts';
import type { ReadResource } from './resources.ts';
import { type Piece, pieceOf } from './span-piece.ts';
import { noResource } from './span-rows.ts';
import type { TraceRow } from './trace-rows.ts';
import type { ReadSpans } from './trace-spans.ts';
import { summaryOf } from './trace-summaries.ts';

export type TraceParts = ReadSpans & {
  readonly trace: TraceRow;
  readonly resources: ReadonlyMap<string, ReadResource>;
};

/** What follows the spans: the end of the response, and the counts of what was dropped. */
const tailBytesMax = 1_024;
const comma = Buffer.from(',');

/**
 * The answer as JSON, of no more bytes than it may have: it is written span by span, as long as
 * there is room, and dropped ones are counted. Other requests get their turn in between.
 */
export async function writeTrace(
  parts: TraceParts,
  bytesMax: number = limits.traceAnswerBytesMax,
): Promise<Buffer> {
  const head = Buffer.from(`{"trace":${JSON.stringify(summaryOf(parts.trace))},"spans":[`);
  const pieces = await writeSpans(parts, bytesMax - head.length - tailBytesMax);
  const truncated = truncatedOf(pieces, parts, bytesMax);
  const tail = truncated === undefined ? ']}' : `],"truncated":${JSON.stringify(truncated)}}`;
  const spans = pieces.flatMap(({ json }, index) => (index === 0 ? [json] : [comma, json]));
  return Buffer.concat([head, ...spans, Buffer.from(tail)]);
}

async function writeSpans({ rows, resources }: TraceParts, bytesMax: number): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let bytesLeft = bytesMax;
  let endsMs = performance.now() + limits.turnMs;
  for (const row of rows) {
    const piece = pieceOf(row, resources.get(row.resource) ?? noResource, bytesLeft - comma.length);
    if (piece === undefined) break;
    pieces.push(piece);
    bytesLeft -= piece.json.length + comma.length;
    if (performance.now() < endsMs) continue;
    await otherWork();
    endsMs = performance.now() + limits.turnMs;
  }
  return pieces;
}

/** Undefined when nothing was dropped. */
function truncatedOf(
  pieces: readonly Piece[],
  { spans, resources }: TraceParts,
  bytesMax: number,
): ResponseOf<'getTrace'>['truncated'] {
  const sum = (name: keyof Piece['lost']): number =>
    pieces.reduce((total, { lost }) => total + lost[name], 0);
  const ofResources = [...resources.values()].map(({ lost_values: lost = 0 }) => lost);
  const left = {
    spans: spans - pieces.length,
    values: ofResources.reduce((total, lost) => total + lost, sum('lost_values')),
    events: sum('lost_events'),
    links: sum('lost_links'),
  };
  const reason = `an answer has at most ${limits.traceSpansMax} spans and ${bytesMax} bytes`;
  return Object.values(left).every(count => count === 0) ? undefined : { ...left, reason };
}
