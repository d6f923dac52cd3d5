import { setImmediate as otherWork } from 'node:timers/promises';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { limits } from '../config.ts';
import type { ReadResource } from './resources.ts';
import { type Piece, pieceOf, type SpanForm } from './span-piece.ts';
import { noResource } from './span-rows.ts';
import type { TraceRow } from './trace-rows.ts';
import type { ReadSpan, ReadSpans } from './trace-spans.ts';
import { summaryOf } from './trace-summaries.ts';

export type TraceParts = ReadSpans & {
  readonly trace: TraceRow;
  readonly resources: ReadonlyMap<string, ReadResource>;
};

/** How a trace is written where an answer is not the whole of it. */
export type TraceForm = {
  readonly bytesMax: number;
  /** What there is of a span; all of it when absent. */
  readonly ofSpan?: SpanForm;
  /** Spans that failed stay before others, and not the first ones alone. */
  readonly keepsFailed?: boolean;
};

/** What follows the spans: the end of the response, and the counts of what was dropped. */
const tailBytesMax = 1_024;
const comma = Buffer.from(',');
const failed = 2;

/**
 * The answer as JSON, of no more bytes than it may have: it is written span by span, as long as
 * there is room, and dropped ones are counted. Other requests get their turn in between.
 */
export async function writeTrace(
  parts: TraceParts,
  form: TraceForm = { bytesMax: limits.traceAnswerBytesMax },
): Promise<Buffer> {
  const { bytesMax } = form;
  const head = Buffer.from(`{"trace":${JSON.stringify(summaryOf(parts.trace))},"spans":[`);
  const room = { ...form, bytesMax: bytesMax - head.length - tailBytesMax };
  const pieces = await writeSpans(parts, room);
  const truncated = truncatedOf(pieces, parts, bytesMax);
  const tail = truncated === undefined ? ']}' : `],"truncated":${JSON.stringify(truncated)}}`;
  const spans = pieces.flatMap(({ json }, index) => (index === 0 ? [json] : [comma, json]));
  return Buffer.concat([head, ...spans, Buffer.from(tail)]);
}

/** In the order of the rows. */
async function writeSpans(
  { rows, resources }: TraceParts,
  { bytesMax, ofSpan, keepsFailed = false }: TraceForm,
): Promise<Piece[]> {
  const pieces: (Piece | undefined)[] = rows.map(() => undefined);
  let bytesLeft = bytesMax;
  let endsMs = performance.now() + limits.turnMs;
  for (const [index, row] of keepsFailed ? failedFirst(rows) : rows.entries()) {
    const resource = resources.get(row.resource) ?? noResource;
    const piece = pieceOf(row, resource, bytesLeft - comma.length, ofSpan);
    if (piece === undefined) break;
    pieces[index] = piece;
    bytesLeft -= piece.json.length + comma.length;
    if (performance.now() < endsMs) continue;
    await otherWork();
    endsMs = performance.now() + limits.turnMs;
  }
  return pieces.filter(piece => piece !== undefined);
}

function failedFirst(rows: readonly ReadSpan[]): readonly (readonly [number, ReadSpan])[] {
  const all = [...rows.entries()];
  return [
    ...all.filter(([, { status }]) => status === failed),
    ...all.filter(([, { status }]) => status !== failed),
  ];
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
