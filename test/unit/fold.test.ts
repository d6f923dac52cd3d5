import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import fc from 'fast-check';
import { openSpanBatch } from '../../platform/otlp/span-batch.ts';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { nativeBlock } from '../../platform/warehouse/native.ts';
import {
  type BatchToFold,
  type FoldedBatch,
  foldBatch,
} from '../../services/processor/fold/batch.ts';
import { openFold } from '../../services/processor/fold/open.ts';
import type { RequestRecord } from '../../services/processor/request.ts';
import { body, receivedAtMs, span, text, traces } from '../support/otlp.ts';
import { anySpan, tracesOf } from '../support/otlp-arbitraries.ts';

const requestOf = (bytes: Uint8Array, offset: number, organization: string): RequestRecord => ({
  ...{ organization, offset, receivedAtMs, body: bytes, format: 'json', hash: randomUuid() },
  ...{ spans: 0, refused: 0, reason: '', bytes: bytes.length, client: 'test' },
});

const batchOf = (requests: readonly RequestRecord[]): BatchToFold => ({
  requests,
  range: { topic: 'spans', partition: 3, first: 0, last: requests.length },
  knownSeconds: 1_700_000_000,
  deltaPartitions: 4,
});

const readableRecord = ({ value, ...rest }: NewRecord) => ({
  ...rest,
  value: Buffer.from(value).toString(),
});

const readable = ({ blocks, deltas, signals, failed, spans }: FoldedBatch) => ({
  ...{ failed, spans },
  deltas: deltas.map(readableRecord),
  signals: signals.map(readableRecord),
  blocks: blocks.map(({ columns, ...rest }) => ({
    ...rest,
    bytes: Buffer.concat(nativeBlock(rest.rows, columns)).toString('latin1'),
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

describe('folding a batch', function () {
  this.timeout(60_000);

  it('gives the same in a thread as here, whatever is in it', async () => {
    const fold = openFold();
    await fc.assert(
      fc.asyncProperty(fc.array(tracesOf(anySpan), { maxLength: 4 }), async requests => {
        const organizations = [randomUuid(), randomUuid()];
        const bodies = [...requests.map(request => body(request, 'json')), Buffer.from('{'), long];
        const given = bodies.map((bytes, index) =>
          requestOf(Buffer.from(bytes), index, organizations[index % 2] ?? ''),
        );
        const here = readable(await foldBatch(batchOf(given), openSpanBatch()));
        const there = readable(await fold(batchOf(given), openSpanBatch(), signal));
        deepEqual(there, here);
        deepEqual(
          there.failed.map(({ index }) => index),
          [requests.length],
        );
      }),
      { numRuns: 20 },
    );
  });

  it('leaves bodies alone that lie in memory with others', async () => {
    const slab = Buffer.concat([long, long]);
    const bytes = slab.subarray(0, long.length);
    const folded = await openFold()(
      batchOf([requestOf(bytes, 0, randomUuid())]),
      openSpanBatch(),
      signal,
    );
    equal(folded.spans, 400);
    ok(slab.subarray(long.length).equals(long));
  });
});
