import type { OtlpFormat } from '../../schemas/topics.ts';
import { int, type JsonSpan, protobufBody, text } from '../support/otlp.ts';
import type { Seeded } from './seeded.ts';

export const spansPerBody = 512;
const spansPerTrace = 8;
/** The last trace of a body may have fewer spans. */
const tracesOf = (spans: number): number => Math.ceil(spans / spansPerTrace);
const things = ['orders', 'carts', 'users', 'prices', 'stocks', 'coupons', 'reviews', 'parcels'];
const parts = ['items', 'history', 'totals', 'notes', 'labels'];
const serverKind = 2;
const clientKind = 3;
const meanMicros = 20_000;

/** The traces that the bodies of one round belong to: their ids, and the span that called each body. */
export type Round = { readonly traceIds: Buffer; readonly callers: Buffer };

export const newRound = (random: Seeded, bodySpans: number = spansPerBody): Round => ({
  traceIds: random.fill(Buffer.alloc(tracesOf(bodySpans) * 16)),
  callers: Buffer.alloc(tracesOf(bodySpans) * 8),
});

/** An encoded request of one service, in which ids and times are written anew for every use. */
export type Payload = {
  readonly service: string;
  readonly bytes: Buffer;
  /** Spans that count as requests. */
  readonly entries: number;
  readonly renew: (round: Round, nowMs: number) => void;
  /** Makes a copy of the bytes another body: `number` becomes a part of every trace's id. */
  readonly stamp: (copy: Buffer, number: number) => void;
};

/**
 * A request as an SDK's batch exporter sends it: spans of 12 attributes, 8 of each trace.
 *  index      of the service among those of its organization; the first one's traces have their roots here
 *  random     gives ids, durations and paths
 *  bodySpans  spans of each request; as many as an SDK sends in one by default
 */
export function openPayload(
  index: number,
  random: Seeded,
  format: OtlpFormat = 'protobuf',
  bodySpans: number = spansPerBody,
): Payload {
  const encoding = encodings[format];
  const service = `service-${index}`;
  const isFirst = index === 0;
  const traces = tracesOf(bodySpans);
  const spans = Array.from({ length: bodySpans }, (_, at) => plannedSpan(at, isFirst));
  const bytes = encoding.encode({
    resourceSpans: [
      {
        resource: { attributes: resourceOf(service) },
        scopeSpans: [{ scope: { name: '@example/http', version: '1.4.2' }, spans }],
      },
    ],
  });
  const places = findPlaces(bytes, spans, encoding);
  const ids = Buffer.allocUnsafeSlow(bodySpans * 8);
  return {
    service,
    bytes,
    entries: traces,
    stamp: (copy, number) => {
      const part = Buffer.alloc(4);
      part.writeUInt32LE(number);
      for (const { trace } of places) encoding.putId(copy, trace, part, 0, 4);
    },
    renew: (round, nowMs) => {
      random.fill(ids);
      for (let at = 0; at < bodySpans; at++) {
        writeIds({ bytes, places, encoding }, at, ids, round, isFirst);
        writeFacts({ bytes, places, encoding }, places[at] as Place, nowMs, random);
      }
      if (isFirst)
        for (let trace = 0; trace < traces; trace++)
          ids.copy(
            round.callers,
            trace * 8,
            trace * spansPerTrace * 8,
            trace * spansPerTrace * 8 + 8,
          );
    },
  };
}

const resourceOf = (service: string) => [
  text('service.name', service),
  text('service.version', '1.4.2'),
  text('service.instance.id', `${service}-7d9f6c5b4-x2x9q`),
  text('telemetry.sdk.language', 'nodejs'),
  text('telemetry.sdk.name', 'opentelemetry'),
  text('deployment.environment.name', 'production'),
];

// Bytes that occur nowhere else in a body: where they stand, ids and times are written.
const sentinels = { trace: 0xf1, span: 0xf2, parent: 0xf3, start: 0xf4, end: 0xf5, order: 0x7e };
const orderDigits = 8;
const anyOrder = String.fromCharCode(sentinels.order).repeat(orderDigits);
const run = (byte: number, length: number): Buffer => Buffer.alloc(length, byte);
const hex = (byte: number, length: number): string => run(byte, length).toString('hex');
const decimal = (byte: number): string => run(byte, 8).readBigUInt64LE().toString();

function plannedSpan(at: number, isFirst: boolean): JsonSpan {
  const isEntry = at % spansPerTrace === 0;
  const isError = at % 50 === 0;
  const route = `/api/${things[at % things.length]}/:id/${parts[at % parts.length]}`;
  return {
    traceId: hex(sentinels.trace, 16),
    spanId: hex(sentinels.span, 8),
    ...((!isEntry || !isFirst) && { parentSpanId: hex(sentinels.parent, 8) }),
    name: `GET ${route}`,
    kind: isEntry ? serverKind : clientKind,
    startTimeUnixNano: decimal(sentinels.start),
    endTimeUnixNano: decimal(sentinels.end),
    attributes: attributesOf(at, route, isError),
    ...(isError && {
      status: { code: 2, message: 'upstream timed out after 3000 ms' },
      events: [
        {
          name: 'exception',
          timeUnixNano: decimal(sentinels.end),
          attributes: [text('exception.type', 'TimeoutError'), text('exception.message', 'late')],
        },
      ],
    }),
  };
}

const attributesOf = (at: number, route: string, isError: boolean) => [
  text('http.request.method', 'GET'),
  text('url.path', route.replace(':id', anyOrder)),
  text('url.scheme', 'https'),
  int('http.response.status_code', isError ? 504 : 200),
  text('server.address', 'checkout.internal.example.com'),
  int('server.port', 8443),
  text('user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'),
  text('network.protocol.version', '1.1'),
  text('client.address', `10.0.${at % 256}.17`),
  text('http.route', route),
  { key: 'app.cart.total', value: { doubleValue: 12.5 + at } },
  { key: 'app.cached', value: { boolValue: at % 2 === 0 } },
];

/** How ids and times are written where a sentinel stood. */
type Encoding = {
  readonly encode: (request: object) => Buffer;
  readonly mark: (byte: number, bytes: number) => Buffer;
  readonly putId: (into: Buffer, at: number, ids: Buffer, from: number, length: number) => void;
  readonly putTime: (into: Buffer, at: number, nanos: bigint) => void;
};

// Times of today have so many digits.
const timeDigits = 19;
const timeText = (byte: number): string => String(byte % 10).repeat(timeDigits);
const times = [sentinels.start, sentinels.end];

const encodings: Readonly<Record<OtlpFormat, Encoding>> = {
  protobuf: {
    encode: protobufBody,
    mark: run,
    putId: (into, at, ids, from, length) => ids.copy(into, at, from, from + length),
    putTime: (into, at, nanos) => into.writeBigUInt64LE(nanos, at),
  },
  json: {
    encode: request =>
      Buffer.from(
        times.reduce(
          (json, byte) => json.replaceAll(decimal(byte), timeText(byte)),
          JSON.stringify(request),
        ),
      ),
    mark: (byte, bytes) =>
      times.includes(byte) ? Buffer.from(timeText(byte)) : Buffer.from(hex(byte, bytes)),
    putId: (into, at, ids, from, length) =>
      void into.write(ids.toString('hex', from, from + length), at, 'latin1'),
    putTime: (into, at, nanos) => void into.write(String(nanos), at, 'latin1'),
  },
};

type Place = {
  readonly trace: number;
  readonly span: number;
  /** -1: the span has no parent. */
  readonly parent: number;
  readonly start: number;
  readonly end: number;
  /** Of the number in its path. */
  readonly order: number;
  /** Of the times of its events, which happen at its end. */
  readonly events: readonly number[];
};

/** Fields are encoded in the order of their numbers, so each sentinel is looked for behind the last. */
function findPlaces(bytes: Buffer, spans: readonly JsonSpan[], { mark }: Encoding): Place[] {
  let from = 0;
  const find = (wanted: Buffer): number => {
    const at = bytes.indexOf(wanted, from);
    if (at < 0) throw new Error(`expected another ${wanted.toString('hex')} in the body`);
    from = at + wanted.length;
    return at;
  };
  const next = (byte: number, length: number): number => find(mark(byte, length));
  return spans.map(({ parentSpanId, events = [] }) => ({
    trace: next(sentinels.trace, 16),
    span: next(sentinels.span, 8),
    parent: parentSpanId === undefined ? -1 : next(sentinels.parent, 8),
    start: next(sentinels.start, 8),
    end: next(sentinels.end, 8),
    order: find(Buffer.from(anyOrder)),
    events: events.map(() => next(sentinels.end, 8)),
  }));
}

type Written = {
  readonly bytes: Buffer;
  readonly places: readonly Place[];
  readonly encoding: Encoding;
};

function writeIds(
  { bytes, places, encoding }: Written,
  at: number,
  ids: Buffer,
  { traceIds, callers }: Round,
  isFirst: boolean,
): void {
  const place = places[at] as Place;
  const trace = Math.floor(at / spansPerTrace);
  const entry = trace * spansPerTrace;
  encoding.putId(bytes, place.trace, traceIds, trace * 16, 16);
  encoding.putId(bytes, place.span, ids, at * 8, 8);
  if (place.parent < 0) return;
  if (at !== entry) encoding.putId(bytes, place.parent, ids, entry * 8, 8);
  else if (!isFirst) encoding.putId(bytes, place.parent, callers, trace * 8, 8);
}

/** Most spans are short and a few are long, as durations are; nearly every path is another. */
function writeFacts(
  { bytes, encoding }: Written,
  place: Place,
  nowMs: number,
  random: Seeded,
): void {
  const durationNanos = Math.floor(-Math.log(1 - random.number()) * meanMicros * 1000);
  const end = BigInt(nowMs) * 1_000_000n - BigInt(Math.floor(random.number() * 1e9));
  encoding.putTime(bytes, place.start, end - BigInt(durationNanos));
  encoding.putTime(bytes, place.end, end);
  for (const event of place.events) encoding.putTime(bytes, event, end);
  let order = Math.floor(random.number() * 10 ** orderDigits);
  for (let digit = orderDigits - 1; digit >= 0; digit--) {
    bytes[place.order + digit] = 48 + (order % 10);
    order = Math.floor(order / 10);
  }
}
