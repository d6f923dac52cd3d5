import { deepEqual, equal, ok } from 'node:assert/strict';
import { openSpanBatch } from '../../platform/otlp/span-batch.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { signalHeaders } from '../../schemas/topics.ts';
import {
  errorsSignal,
  type TraceArrivalNotification,
  type TraceErrorNotification,
  tracesSignal,
} from '../../schemas/traces/arrivals.ts';
import { limits } from '../../services/processor/config.ts';
import { decodeSpanBatch } from '../../services/processor/decode/batch.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import { body, type JsonSpan, nanosOf, receivedAtMs, span, traces } from '../support/otlp.ts';

const [ada, eve] = [randomUuid(), randomUuid()];
const idOf = (number: number): string => number.toString(16).padStart(32, '0');
const parentSpanId = 'b7ad6b7169203331';
const failed = { status: { code: 2 } };

const requestOf = (organization: string, spans: readonly JsonSpan[]): RequestRecord => {
  const bytes = body(traces(spans), 'json');
  return {
    organization,
    offset: 0,
    receivedAtMs,
    body: bytes,
    codec: undefined,
    bodyBytes: bytes.length,
    format: 'json',
    hash: randomUuid(),
    spans: spans.length,
    points: 0,
    refused: 0,
    reason: '',
    bytes: bytes.length,
    client: 'test',
  };
};

async function recordsOf<Signal>(kind: string, requests: readonly RequestRecord[]) {
  const range = { topic: 'spans', partition: 3, first: 7, last: 9 };
  const batch = { requests, range, knownSeconds: 1_700_000_000, deltaPartitions: 4 };
  const { arrivals } = await decodeSpanBatch(batch, openSpanBatch());
  const signals = arrivals.filter(({ headers }) => headers[signalHeaders.kind] === kind);
  return signals.map(({ key, headers, value }) => {
    equal(headers[signalHeaders.organization], key);
    return { key, signal: JSON.parse(Buffer.from(value).toString()) as Signal };
  });
}

const signalsOf = (requests: readonly RequestRecord[]) =>
  recordsOf<TraceArrivalNotification>(tracesSignal, requests);
const errorsOf = (requests: readonly RequestRecord[]) =>
  recordsOf<TraceErrorNotification>(errorsSignal, requests);

describe('the signals of a batch', () => {
  it('name the traces of each organization whose root came, and those in which something failed', async () => {
    const startSeconds = Math.floor(receivedAtMs / 1000) - 90;
    const found = await signalsOf([
      requestOf(ada, [
        span({ traceId: idOf(1), spanId: '0000000000000001', parentSpanId }),
        span({ traceId: idOf(2), startTimeUnixNano: nanosOf(startSeconds * 1000) }),
        span({ traceId: idOf(3), parentSpanId, ...failed }),
        span({ traceId: idOf(4), parentSpanId }),
      ]),
      requestOf(eve, [span({ traceId: idOf(5), ...failed })]),
      requestOf(ada, [span({ traceId: idOf(1) })]),
    ]);
    deepEqual(
      new Map(found.map(({ key, signal }) => [key, signal])),
      new Map([
        [
          ada,
          {
            source: 3,
            first: 7,
            last: 9,
            fromSeconds: startSeconds,
            roots: [idOf(1), idOf(2)],
            failed: [idOf(3)],
          },
        ],
        [
          eve,
          {
            source: 3,
            first: 7,
            last: 9,
            fromSeconds: Math.floor(receivedAtMs / 1000) - 2,
            roots: [idOf(5)],
            failed: [],
          },
        ],
      ]),
    );
  });

  it('are none where nothing began and nothing failed', async () => {
    deepEqual(await signalsOf([requestOf(ada, [span({ parentSpanId })])]), []);
  });

  it('are cut into records that one append takes', async () => {
    const spans = Array.from({ length: limits.signalTracesMax + 3 }, (_, number) =>
      span({ traceId: idOf(number + 1) }),
    );
    const found = await signalsOf([requestOf(ada, spans)]);
    deepEqual(
      found.map(({ signal }) => signal.roots.length),
      [limits.signalTracesMax, 3],
    );
    ok(new Set(found.flatMap(({ signal }) => signal.roots)).size === spans.length);
  });
});

describe('what failed in the traces of a batch', () => {
  it('is the first span with an error of each trace, with what its sender said', async () => {
    const exception = {
      name: 'exception',
      attributes: [
        { key: 'exception.type', value: { stringValue: 'TypeError' } },
        { key: 'exception.message', value: { stringValue: `é${'x'.repeat(2_000)}` } },
      ],
    };
    const replay = { key: 'replay_id', value: { stringValue: 'r-1' } };
    const [first, second] = await errorsOf([
      requestOf(ada, [
        span({ traceId: idOf(1), spanId: '0000000000000001' }),
        span({
          traceId: idOf(2),
          spanId: '00000000000000f2',
          name: 'GET /pay',
          attributes: [replay],
          events: [exception],
          ...failed,
        }),
        span({ traceId: idOf(1), spanId: '0000000000000003', status: { code: 2, message: 'no' } }),
        span({ traceId: idOf(2), spanId: '0000000000000004', ...failed }),
      ]),
      requestOf(eve, [span({ traceId: idOf(1), spanId: '0000000000000005', ...failed })]),
    ]);
    const empty = {
      operation: 'GET /cart',
      service: 'checkout',
      type: '',
      message: '',
      replayId: '',
    };
    const batch = { source: 3, first: 7, last: 9, more: 0 };
    deepEqual([first?.key, second?.key], [ada, eve]);
    deepEqual(first?.signal, {
      ...batch,
      errors: [
        { ...empty, traceId: idOf(1), spanId: '0000000000000003', message: 'no' },
        {
          traceId: idOf(2),
          spanId: '00000000000000f2',
          service: 'checkout',
          operation: 'GET /pay',
          type: 'TypeError',
          message: `é${'x'.repeat(limits.describedTextMax - 1)}`,
          replayId: 'r-1',
        },
      ],
    });
    deepEqual(second?.signal.errors, [{ ...empty, traceId: idOf(1), spanId: '0000000000000005' }]);
  });

  it('is said of so many traces of an organization, and the others are counted', async () => {
    const spans = Array.from({ length: limits.describedTracesMax + 3 }, (_, number) =>
      span({ traceId: idOf(number + 1), ...failed }),
    );
    const found = await errorsOf([requestOf(ada, spans), requestOf(eve, spans.slice(0, 2))]);
    const ofAda = found.filter(({ key }) => key === ada);
    deepEqual(
      ofAda.map(({ signal }) => [signal.errors.length, signal.more]),
      Array.from({ length: 10 }, (_, index) => [100, index === 0 ? 3 : 0]),
    );
    equal(
      new Set(ofAda.flatMap(({ signal }) => signal.errors.map(one => one.traceId))).size,
      1_000,
    );
    equal(found.at(-1)?.signal.errors.length, 2);
  });
});
