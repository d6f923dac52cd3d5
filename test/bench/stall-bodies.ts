import { randomFillSync } from 'node:crypto';
import { dayMs } from '../../schemas/durations.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { field, fixed64, number, repeated } from '../support/malformed/wire.ts';
import { nanosOf, span, text, traces } from '../support/otlp.ts';

export type StallBody = {
  readonly name: string;
  /** Where it is sent to; to the address of traces when absent. */
  readonly path?: string;
  readonly format: OtlpFormat;
  readonly make: (nowMs: number) => Buffer;
};

const bytesAimed = 49 * 1024 * 1024;

const attribute = (key: string, value: string): Buffer =>
  field(9, field(1, key), field(2, field(1, value)));

const attributes = Buffer.concat([
  attribute('http.request.method', 'GET'),
  attribute('url.path', '/api/orders/81723918/items'),
  attribute('server.address', 'checkout.internal.example.com'),
  attribute('user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'),
  attribute('network.protocol.version', '1.1'),
  attribute('client.address', '10.0.12.17'),
  attribute('http.route', '/api/orders/:id/items'),
  attribute('url.scheme', 'https'),
]);

const times = (endMs: number): Buffer =>
  Buffer.concat([
    fixed64(7, BigInt(endMs - 25) * 1_000_000n),
    fixed64(8, BigInt(endMs) * 1_000_000n),
  ]);

const ids = (): Buffer =>
  Buffer.concat([
    field(1, randomFillSync(Buffer.alloc(16))),
    field(2, randomFillSync(Buffer.alloc(8))),
  ]);

const resource = (service: string): Buffer =>
  field(1, field(1, field(1, 'service.name'), field(2, field(1, service))));

const request = (spans: readonly Buffer[], service = 'checkout'): Buffer =>
  field(1, resource(service), field(2, Buffer.concat(spans)));

/** As many as fit, or as given. */
function manySpans(make: (index: number) => Buffer, countMax = Number.POSITIVE_INFINITY): Buffer[] {
  const spans: Buffer[] = [];
  for (let bytes = 0; bytes < bytesAimed && spans.length < countMax; ) {
    const made = field(2, make(spans.length));
    bytes += made.length;
    spans.push(made);
  }
  return spans;
}

const ordinary = (nowMs: number) => (index: number) =>
  Buffer.concat([
    ids(),
    field(5, `GET /api/orders/${index % 40}`),
    number(6, 2),
    times(nowMs - (index % 1_000)),
    attributes,
  ]);

/** Bodies of about 50 MB, of ordinary clients and of others. */
export const stallBodies: readonly StallBody[] = [
  {
    name: 'ordinary spans in protobuf',
    format: 'protobuf',
    make: nowMs => request(manySpans(ordinary(nowMs))),
  },
  {
    name: 'ordinary spans in JSON',
    format: 'json',
    make: nowMs => {
      const list = Array.from({ length: 38_000 }, (_, index) =>
        span({
          traceId: randomFillSync(Buffer.alloc(16)).toString('hex'),
          spanId: randomFillSync(Buffer.alloc(8)).toString('hex'),
          startTimeUnixNano: nanosOf(nowMs - 1_025),
          endTimeUnixNano: nanosOf(nowMs - 1_000),
          attributes: Array.from({ length: 14 }, (_none, at) =>
            text(`attribute.${at}`, `value ${index} of ${at} in a text`),
          ),
        }),
      );
      return Buffer.from(JSON.stringify(traces(list)));
    },
  },
  {
    name: 'spans of seven days',
    format: 'protobuf',
    make: nowMs =>
      request(manySpans(index => ordinary(nowMs - (index % 7) * (dayMs - 1_000))(index))),
  },
  {
    name: 'as many spans as are taken, each with its own name',
    format: 'protobuf',
    make: nowMs =>
      request(
        manySpans(
          index =>
            Buffer.concat([
              ids(),
              field(5, `operation ${index.toString(36)}x`),
              times(nowMs - 1_000),
            ]),
          200_000,
        ),
      ),
  },
  {
    name: 'as many spans as are taken, each of its own service',
    format: 'protobuf',
    make: nowMs => {
      const traceId = randomFillSync(Buffer.alloc(16));
      return Buffer.concat(
        Array.from({ length: 200_000 }, (_, index) =>
          request(
            [
              field(
                2,
                field(1, traceId),
                field(2, randomFillSync(Buffer.alloc(8))),
                field(5, 'one'),
                times(nowMs - 1_000),
              ),
            ],
            `service ${index}`,
          ),
        ),
      );
    },
  },
  {
    name: 'as many attributes as are taken',
    format: 'protobuf',
    make: nowMs => {
      const few = repeated(field(9, field(1, 'k'), field(2, number(3, 1))), 45_000);
      return request(
        manySpans(() => Buffer.concat([ids(), field(5, 'many'), times(nowMs - 1_000), few]), 33),
      );
    },
  },
  {
    name: 'values that grow when they are written',
    format: 'protobuf',
    make: nowMs => {
      const nothing = Buffer.alloc(8 * 1024 * 1024 - 1_000);
      const event = field(
        11,
        field(2, 'event'),
        field(3, field(1, 'k'), field(2, field(1, nothing))),
      );
      return request(
        manySpans(() => Buffer.concat([ids(), field(5, 'grows'), times(nowMs - 1_000), event]), 6),
      );
    },
  },
  {
    name: 'nothing but empty spans',
    format: 'protobuf',
    make: () => field(1, field(2, repeated(Buffer.from([0x12, 0]), bytesAimed / 2))),
  },
  {
    name: 'nothing but empty objects',
    format: 'json',
    make: () =>
      Buffer.concat([
        Buffer.from('{"resourceSpans":['),
        repeated(Buffer.from('{},'), bytesAimed / 3),
        Buffer.from('{}]}'),
      ]),
  },
];
