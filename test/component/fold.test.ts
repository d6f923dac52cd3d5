import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import fc from 'fast-check';
import { inflatedBodyBytesMax } from '../../platform/compression/limits.ts';
import { zstd } from '../../platform/compression/zstd.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { openSpanBatch } from '../../platform/otlp/span-batch.ts';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { nativeBlock } from '../../platform/warehouse/native.ts';
import {
  decodeMetricBatch,
  decodeSpanBatch,
  type FindRepeats,
  type FoldedBatch,
  type SpansToFold,
} from '../../services/processor/decode/batch.ts';
import { openFolds } from '../../services/processor/decode/open.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import { body, receivedAtMs, span, text, traces } from '../support/otlp.ts';
import { anySpan, tracesOf } from '../support/otlp-arbitraries.ts';
import {
  anyMetric,
  gauge,
  metrics,
  metricsBody,
  metricsOf,
  point,
} from '../support/otlp-metrics.ts';

const requestOf = (bytes: Uint8Array, offset: number, organization: string): RequestRecord => ({
  organization,
  offset,
  receivedAtMs,
  body: bytes,
  codec: undefined,
  bodyBytes: bytes.length,
  format: 'json',
  hash: randomUuid(),
  spans: 0,
  points: 0,
  refused: 0,
  reason: '',
  bytes: bytes.length,
  client: 'test',
});

const compressed = (request: RequestRecord): RequestRecord => ({
  ...request,
  body: zstd().compress(request.body),
  codec: 'zstd',
});

const batchOf = (requests: readonly RequestRecord[]): SpansToFold => ({
  requests,
  range: { topic: 'spans', partition: 3, first: 0, last: requests.length },
  knownSeconds: 1_700_000_000,
  deltaPartitions: 4,
});

const readableRecord = ({ value, ...rest }: NewRecord) => ({
  ...rest,
  value: Buffer.from(value).toString(),
});

const readable = ({ blocks, deltas, arrivals, failed, rows, ...rest }: FoldedBatch) => ({
  failed,
  rows,
  ...rest,
  deltas: deltas.map(readableRecord),
  arrivals: arrivals.map(readableRecord),
  blocks: blocks.map(({ columns, ...block }) => ({
    ...block,
    bytes: Buffer.concat(nativeBlock(block.rows, columns)).toString('latin1'),
  })),
});

/** Long enough for a thread: some of it in one span, and in memory of its own. */
const long = body(
  traces(
    Array.from({ length: 400 }, (_, index) =>
      span({
        name: `job ${index % 7}`,
        traceId: randomFillSync(Buffer.alloc(16)).toString('hex'),
        attributes: [text('long', 'y'.repeat(1_000))],
      }),
    ),
  ),
  'json',
);

const signal = new AbortController().signal;
const everyThird: FindRepeats = async ({ rows }) =>
  Uint32Array.from({ length: Math.floor(rows / 3) }, (_, index) => index * 3);
const folding = { signal, findRepeats: everyThird };
const organization = randomUuid();

describe('folding a batch', function () {
  this.timeout(60_000);

  it('gives the same in a thread as here, whatever is in it', async () => {
    const folds = openFolds();
    await fc.assert(
      fc.asyncProperty(fc.array(tracesOf(anySpan), { maxLength: 4 }), async requests => {
        const organizations = [randomUuid(), randomUuid()];
        const bodies = [...requests.map(request => body(request, 'json')), Buffer.from('{'), long];
        const given = bodies.map((bytes, index) =>
          requestOf(Buffer.from(bytes), index, organizations[index % 2] ?? ''),
        );
        const here = readable(await decodeSpanBatch(batchOf(given), openSpanBatch(), everyThird));
        const there = readable(await folds.spans(batchOf(given), openSpanBatch(), folding));
        deepEqual(there, here);
        deepEqual(
          there.failed.map(({ index }) => index),
          [requests.length],
        );
      }),
      { numRuns: 20 },
    );
  });

  it('gives the same of compressed bodies, here and in a thread', async () => {
    const folds = openFolds();
    const plain = Array.from({ length: 5 }, (_, index) => {
      const spans = Array.from({ length: index * 9 + 1 }, (_, n) => span({ name: `job ${n % 7}` }));
      return requestOf(body(traces(spans), 'json'), index, organization);
    });
    const stored = plain.map((request, index) => (index % 3 === 1 ? request : compressed(request)));
    const expected = readable(await decodeSpanBatch(batchOf(plain), openSpanBatch()));
    deepEqual(readable(await decodeSpanBatch(batchOf(stored), openSpanBatch())), expected);
    const longs = [...plain, requestOf(long, 9, organization)];
    const there = await folds.spans(batchOf(longs.map(compressed)), openSpanBatch(), folding);
    const here = await decodeSpanBatch(batchOf(longs), openSpanBatch(), everyThird);
    deepEqual(readable(there), readable(here));
  });

  it('leaves out compressed bodies that cannot be inflated within their limit', async () => {
    const good = compressed(requestOf(body(traces([span({})]), 'json'), 0, organization));
    const bomb = { ...good, body: zstd().compress(Buffer.alloc(inflatedBodyBytesMax + 1)) };
    const requests = [
      { ...bomb, bodyBytes: inflatedBodyBytesMax + 1 },
      good,
      { ...bomb, bodyBytes: 500 },
      { ...good, codec: 'lz5' },
      { ...good, body: good.body.subarray(1) },
    ];
    const { failed, rows } = await decodeSpanBatch(batchOf(requests), openSpanBatch());
    deepEqual(
      failed.map(({ index }) => index),
      [0, 2, 3, 4],
    );
    equal(rows, 1);
    match(failed[0]?.message ?? '', /at most 4194304 inflated bytes, found 4194305/);
  });

  it('gives the same of data points, too', async () => {
    const folds = openFolds();
    const long = metricsBody(
      metrics(
        Array.from({ length: 3_000 }, (_, index) =>
          gauge(`g${index % 7}`, [point(index, { attributes: [text('user', String(index))] })]),
        ),
      ),
      'json',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(metricsOf(anyMetric), { maxLength: 4 }), async requests => {
        const bodies = [...requests.map(request => metricsBody(request, 'json')), Buffer.from('{')];
        const given = [...bodies, long].map((bytes, index) =>
          requestOf(Buffer.from(bytes), index, organization),
        );
        const here = readable(await decodeMetricBatch(batchOf(given), openMetricBatch()));
        const there = readable(await folds.points(batchOf(given), openMetricBatch(), signal));
        deepEqual(there, here);
        deepEqual(
          there.failed.map(({ index }) => index),
          [requests.length],
        );
      }),
      { numRuns: 20 },
    );
  });

  it('fails in a thread with what the answer about repeats failed with', async () => {
    const away = new Unavailable('the warehouse is away');
    const findRepeats = () => Promise.reject(away);
    const folded = openFolds().spans(
      batchOf([requestOf(Buffer.from(long), 0, organization)]),
      openSpanBatch(),
      {
        signal,
        findRepeats,
      },
    );
    await rejects(folded, error => error === away);
  });

  it('leaves bodies alone that lie in memory with others', async () => {
    const slab = Buffer.concat([long, long]);
    const bytes = slab.subarray(0, long.length);
    const folded = await openFolds().spans(
      batchOf([requestOf(bytes, 0, randomUuid())]),
      openSpanBatch(),
      { ...folding, findRepeats: async () => new Uint32Array(0) },
    );
    equal(folded.rows, 400);
    ok(slab.subarray(long.length).equals(long));
  });
});
