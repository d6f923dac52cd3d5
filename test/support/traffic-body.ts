import { createHash } from 'node:crypto';
import { instances, spansOf, type TrafficRequest, type TrafficSpan } from './traffic.ts';

const bodyBytesMax = 4 * 1024 * 1024;
const scratch = Buffer.alloc(bodyBytesMax);
/** More than a record may hold, so the body goes to the blob store. */
const ballastBytes = 1024 * 1024;
const ballast = Buffer.alloc(ballastBytes, 'ballast ');

/** The request as OTLP protobuf: always the same bytes. An encoder of its own, so a second opinion. */
export function bodyOf(request: TrafficRequest): Buffer {
  const spans = spansOf(request);
  const parts = servicesOf(spans).map((service, index) =>
    message(0x0a, [
      message(0x0a, [attribute(0x0a, 'service.name', service), ...instanceOf(request, index)]),
      message(0x12, [scope, encodeSpans(spans.filter(span => span.service === service))]),
    ]),
  );
  return Buffer.concat(parts);
}

/** First half of SHA-256 over organization and content, written as a UUID: by it a repeat is known. */
export function hashOf(request: TrafficRequest, body = bodyOf(request)): string {
  const hex = createHash('sha256').update(request.organization).update(body).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

const servicesOf = (spans: readonly TrafficSpan[]): string[] => [
  ...new Set(spans.map(span => span.service)),
];

function instanceOf({ number, kind }: TrafficRequest, resource: number): Buffer[] {
  const instance = attribute(0x0a, 'service.instance.id', String(number % instances));
  const isLarge = kind === 'large' && resource === 0;
  return isLarge ? [instance, attribute(0x0a, 'ballast', ballast)] : [instance];
}

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
};

function message(tag: number, parts: readonly Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), varint(bytes), ...parts]);
}

const text = (tag: number, value: string | Buffer): Buffer => message(tag, [Buffer.from(value)]);

const attribute = (tag: number, key: string, value: string | Buffer): Buffer =>
  message(tag, [text(0x0a, key), message(0x12, [text(0x0a, value)])]);

const scope = message(0x0a, [text(0x0a, 'crash'), text(0x12, '1.0.0')]);
const attributes = Buffer.concat([
  attribute(0x4a, 'http.request.method', 'GET'),
  attribute(0x4a, 'customer.tier', 'gold'),
]);

function encodeSpans(spans: readonly TrafficSpan[]): Buffer {
  let at = 0;
  for (const span of spans) at = encodeSpan(span, at);
  return Buffer.from(scratch.subarray(0, at));
}

/** A span takes more than 127 and fewer than 16,384 bytes, so its length is two bytes. */
function encodeSpan(span: TrafficSpan, from: number): number {
  let at = from + 3;
  at = writeBytes(0x0a, Buffer.from(span.traceId.replaceAll('-', ''), 'hex'), at);
  at = writeId(0x12, span.spanId, at);
  if (span.parentId !== 0n) at = writeId(0x22, span.parentId, at);
  at = writeBytes(0x2a, Buffer.from(span.name), at);
  scratch[at++] = 0x30;
  scratch[at++] = span.kind;
  scratch[at++] = 0x39;
  at = scratch.writeBigUInt64LE(span.startNanos, at);
  scratch[at++] = 0x41;
  at = scratch.writeBigUInt64LE(span.startNanos + span.durationNanos, at);
  attributes.copy(scratch, at);
  at += attributes.length;
  if (span.status !== 0) at = writeBytes(0x7a, statusOf(span), at);
  const bytes = at - from - 3;
  scratch[from] = 0x12;
  scratch[from + 1] = (bytes % 128) + 128;
  scratch[from + 2] = Math.floor(bytes / 128);
  return at;
}

const statusOf = ({ status, message }: TrafficSpan): Buffer =>
  Buffer.concat([text(0x12, message), Buffer.from([0x18, status])]);

function writeBytes(tag: number, bytes: Buffer, at: number): number {
  scratch[at] = tag;
  scratch[at + 1] = bytes.length;
  bytes.copy(scratch, at + 2);
  return at + 2 + bytes.length;
}

function writeId(tag: number, id: bigint, at: number): number {
  scratch[at] = tag;
  scratch[at + 1] = 8;
  return scratch.writeBigUInt64BE(id, at + 2);
}
