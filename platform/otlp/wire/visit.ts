import { limitExceeded } from '../limit-exceeded.ts';
import { requestItemsMax } from '../limits.ts';
import { traceWords } from '../signal-names.ts';
import { judgedAtMs, serviceBytes, type WalkContext } from '../walk-context.ts';
import { WireReader } from './reader.ts';
import type { ScopeByteRanges } from './scope.ts';
import { SpanScan, scanSpan } from './span-scan.ts';
import { validateSize } from './validate-size.ts';
import { spanLabel, validateSpan } from './validate-span.ts';
import { type ItemContext, walkScopes } from './visit-scopes.ts';

/** How many spans of a body were taken and refused, and why the first refused one was. */
export type Checked = {
  readonly spans: number;
  readonly refused: number;
  readonly reason?: string;
};

/** Takes the accepted spans in their order; what it is given is only valid during the call. */
export type SpanSink = {
  enterScope(bytes: Uint8Array, places: ScopeByteRanges): void;
  pushSpan(bytes: Uint8Array, scan: SpanScan): void;
};

type Walk = {
  readonly bytes: Uint8Array;
  readonly receivedAtMs: number;
  readonly sink: SpanSink | undefined;
  readonly reader: WireReader;
  readonly scan: SpanScan;
  spans: number;
  refused: number;
  reason: string | undefined;
};

/** One for all bodies of a thread, as a walk is over before the next begins: its lists are memory outside of the heap. */
const scan = new SpanScan();

/**
 * Walks through an ExportTraceServiceRequest. One walk serves checking (without a sink) and
 * decoding, so both decide the same. Throws MalformedBody when anything above the spans cannot be
 * read; a sink may have been given spans by then.
 */
export function visitTraces(
  bytes: Uint8Array,
  context: WalkContext,
  sink: SpanSink | undefined,
): Checked {
  const reader = new WireReader(bytes);
  const counts = { spans: 0, refused: 0, reason: undefined };
  const receivedAtMs = judgedAtMs(context);
  scan.begin();
  const walk: Walk = { bytes, receivedAtMs, sink, reader, scan, ...counts };
  walkScopes(reader, {
    services: serviceBytes(context),
    unnamedSeen: context.unnamedSeen,
    words: traceWords,
    enterScope: places => sink?.enterScope(bytes, places),
    walkItem: around => walkSpan(walk, around),
  });
  const { spans, refused, reason } = walk;
  return { spans, refused, ...(reason !== undefined && { reason }) };
}

function walkSpan(walk: Walk, { resourceProblem, expectFewMessages }: ItemContext): void {
  const { bytes, reader, scan, sink } = walk;
  if (walk.spans + walk.refused === requestItemsMax) throw limitExceeded(traceWords);
  const outer = reader.enter();
  const messagesBefore = reader.entered;
  const { at, end } = reader;
  scanSpan(reader, scan);
  const reason =
    reader.problem === undefined
      ? (validateSize(end - at, reader.entered - messagesBefore, parts) ??
        resourceProblem ??
        validateSpan(bytes, scan, walk.receivedAtMs))
      : `malformed: ${reader.problem}`;
  expectFewMessages();
  reader.moveTo(end, outer);
  if (reason === undefined) {
    walk.spans++;
    sink?.pushSpan(bytes, scan);
    return;
  }
  walk.refused++;
  walk.reason ??= `${spanLabel(bytes, scan, walk.spans + walk.refused)}: ${reason}`;
}

const parts = 'attributes, values, events and links';
