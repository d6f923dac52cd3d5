import {
  requestMessagesMax,
  requestResourceBytesMax,
  requestSpansMax,
  serviceNameBytesMax,
  spanBytesMax,
  spanMessagesMax,
} from '../limits.ts';
import { MalformedBody, OversizedBody } from '../malformed-body.ts';
import { judgeSpan, spanLabel } from './judge-span.ts';
import { WireReader } from './reader.ts';
import { nextRange, noRange, type Range, readResource, readScope } from './scope.ts';
import { findServiceName } from './service-name.ts';
import { SpanScan, scanSpan } from './span-scan.ts';

/** How many spans of a body were taken and refused, and why the first refused one was. */
export type Checked = {
  readonly spans: number;
  readonly refused: number;
  readonly reason?: string;
};

/** Where the spans that follow come from: places of messages and texts in the body. */
export type ScopePlaces = {
  readonly resource: Range;
  readonly resourceSchema: Range;
  readonly scope: Range;
  readonly scopeSchema: Range;
};

/** Takes the accepted spans in their order; what it is given is only valid during the call. */
export type SpanSink = {
  enterScope(bytes: Uint8Array, places: ScopePlaces): void;
  pushSpan(bytes: Uint8Array, scan: SpanScan): void;
};

type Walk = {
  readonly bytes: Uint8Array;
  readonly receivedAtMs: number;
  readonly sink: SpanSink | undefined;
  readonly reader: WireReader;
  /** For the parts beside the spans. */
  readonly part: WireReader;
  readonly scan: SpanScan;
  /** Why every span of the resource is refused. */
  resourceProblem: string | undefined;
  resourceBytes: number;
  spans: number;
  refused: number;
  reason: string | undefined;
};

/**
 * Walks through an ExportTraceServiceRequest. One walk serves checking (without a sink) and
 * decoding, so both decide the same. Throws MalformedBody when anything above the spans cannot be
 * read; a sink may have been given spans by then.
 */
export function walkTraces(
  bytes: Uint8Array,
  receivedAtMs: number,
  sink: SpanSink | undefined,
): Checked {
  const reader = new WireReader(bytes);
  const walk: Walk = {
    ...{ bytes, receivedAtMs, sink, reader, part: new WireReader(bytes), scan: new SpanScan() },
    ...{ resourceProblem: undefined, resourceBytes: 0, spans: 0, refused: 0, reason: undefined },
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) walkResourceSpans(walk);
    else reader.skip(tag, 1, 1);
  }
  assertReadable(reader, 'request');
  const { spans, refused, reason } = walk;
  return { spans, refused, ...(reason !== undefined && { reason }) };
}

/** Fields may come in any order, so the resource is looked for before the spans are walked through. */
function walkResourceSpans(walk: Walk): void {
  const { reader } = walk;
  const outer = reader.enter();
  expectFewMessages(walk);
  const begin = reader.at;
  let resource = noRange;
  let resourceSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) resource = nextRange(reader);
    else if (tag === 0x1a) resourceSchema = nextRange(reader);
    else if (tag === 0x12) reader.range();
    else reader.skip(tag, 1, 3);
  }
  assertReadable(reader, 'resource spans');
  checkResource(walk, resource);
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) walkScopeSpans(walk, resource, resourceSchema);
    else reader.skip(tag, 0, 0);
  }
  reader.moveTo(end, outer);
}

function walkScopeSpans(walk: Walk, resource: Range, resourceSchema: Range): void {
  const { reader } = walk;
  const outer = reader.enter();
  expectFewMessages(walk);
  const begin = reader.at;
  let scope = noRange;
  let scopeSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) scope = nextRange(reader);
    else if (tag === 0x1a) scopeSchema = nextRange(reader);
    else if (tag === 0x12) reader.range();
    else reader.skip(tag, 1, 3);
  }
  assertReadable(reader, 'scope spans');
  checkScope(walk, scope);
  countResource(walk, [resource, resourceSchema, scope, scopeSchema]);
  walk.sink?.enterScope(walk.bytes, { resource, resourceSchema, scope, scopeSchema });
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) walkSpan(walk);
    else reader.skip(tag, 0, 0);
  }
  reader.moveTo(end, outer);
}

function walkSpan(walk: Walk): void {
  const { bytes, reader, scan, sink } = walk;
  if (walk.spans + walk.refused === requestSpansMax) throw tooManySpans();
  const outer = reader.enter();
  const messagesBefore = reader.entered;
  const { at, end } = reader;
  scanSpan(reader, scan);
  const reason =
    reader.problem === undefined
      ? (judgeSize(end - at, reader.entered - messagesBefore) ??
        walk.resourceProblem ??
        judgeSpan(bytes, scan, walk.receivedAtMs))
      : `malformed: ${reader.problem}`;
  expectFewMessages(walk);
  reader.moveTo(end, outer);
  if (reason === undefined) {
    walk.spans++;
    sink?.pushSpan(bytes, scan);
    return;
  }
  walk.refused++;
  walk.reason ??= `${spanLabel(bytes, scan, walk.spans + walk.refused)}: ${reason}`;
}

function checkResource(walk: Walk, range: Range): void {
  const { bytes, part, scan } = walk;
  part.moveTo(range.from, range.to);
  readResource(part, scan.attributes, scan.value);
  assertReadable(part, 'resource');
  const { from, to } = findServiceName(bytes, scan.attributes) ?? noRange;
  walk.resourceProblem =
    to - from > serviceNameBytesMax
      ? `expected a service name of at most ${serviceNameBytesMax} bytes, found ${to - from}`
      : undefined;
}

function checkScope({ part, scan }: Walk, range: Range): void {
  part.moveTo(range.from, range.to);
  readScope(part, scan.attributes, scan.value);
  assertReadable(part, 'scope');
}

function judgeSize(bytes: number, messages: number): string | undefined {
  if (bytes > spanBytesMax) return `it has ${bytes} bytes; at most ${spanBytesMax} are taken`;
  if (messages > spanMessagesMax) {
    return `it has ${messages} attributes, values, events and links; at most ${spanMessagesMax} are taken`;
  }
  return undefined;
}

/** Small messages are cheap to send and dear to store, so a request may hold only so many. */
function expectFewMessages({ reader, part }: Walk): void {
  if (reader.entered + part.entered > requestMessagesMax) throw tooManyMessages();
}

function countResource(walk: Walk, ranges: readonly Range[]): void {
  for (const { from, to } of ranges) walk.resourceBytes += to - from;
  if (walk.resourceBytes > requestResourceBytesMax) {
    throw new OversizedBody(
      `expected at most ${requestResourceBytesMax} bytes of resources and scopes in a request, a resource counted for each of its scopes; found more`,
    );
  }
}

export const tooManySpans = (): OversizedBody =>
  new OversizedBody(`expected at most ${requestSpansMax} spans in a request, found more`);

export const tooManyMessages = (): OversizedBody =>
  new OversizedBody(
    `expected at most ${requestMessagesMax} spans, attributes, values, events and links in a request, found more`,
  );

function assertReadable(reader: WireReader, part: string): void {
  if (reader.problem === undefined) return;
  throw new MalformedBody(
    `expected OTLP traces in protobuf, found ${part} in which ${reader.problem}`,
  );
}
