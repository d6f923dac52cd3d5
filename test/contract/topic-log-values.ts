import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { holds } from '../support/property.ts';

const topic = 'spans';
export const partitions = 2;

/** What senders append at once: short records, which lie together, and long ones, which lie alone. */
export const append = fc.array(
  fc.record({
    partition: fc.nat(partitions - 1),
    bytes: fc.oneof(
      { weight: 6, arbitrary: fc.nat(300) },
      { weight: 2, arbitrary: fc.integer({ min: 15_000, max: 18_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 120_000 }) },
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

export const reads = fc.array(
  fc.record({
    partition: fc.nat(partitions - 1),
    offset: fc.nat(60),
    recordsMax: fc.integer({ min: 1, max: 40 }),
    bytesMax: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.constant(1_000_000)),
  }),
  { minLength: 5, maxLength: 20 },
);

type Wanted = { readonly recordsMax: number; readonly bytesMax: number };

/** The naive log: a list for each partition, of which a reader gets what follows until a limit is reached. */
export function naiveRead(
  list: readonly Buffer[],
  offset: number,
  { recordsMax, bytesMax }: Wanted,
) {
  const found: [number, string][] = [];
  let bytes = 0;
  for (let at = offset; at < list.length && found.length < recordsMax && bytes < bytesMax; at++) {
    const value = list[at] ?? Buffer.alloc(0);
    found.push([at, value.toString('latin1')]);
    bytes += value.length;
  }
  return found;
}

export const seen = (records: readonly LogRecord[]): [number, string][] =>
  records.map(({ offset, value }) => [offset, Buffer.from(value).toString('latin1')]);

/** Records of one commit lie together in values; nobody who reads them can tell. */
export async function readsLikeLists(openNew: () => Promise<TopicLog>): Promise<void> {
  let number = 0;
  const property = fc.asyncProperty(fc.array(append, { maxLength: 8 }), reads, async (...given) => {
    const [appends, wanted] = given;
    const log = await openNew();
    await log.createTopics([{ topic, partitions, retentionMs: 3_600_000 }]);
    const lists: Buffer[][] = Array.from({ length: partitions }, () => []);
    const records = appends.map(one =>
      one.map(({ partition, bytes }) => {
        const value = Buffer.alloc(bytes, `${number++} `);
        return { key: 'k', partition, value, headers: { number: String(number) } };
      }),
    );
    // All at once, so that several appends share a commit.
    const places = await Promise.all(records.map(one => log.append(topic, one)));
    for (const [index, one] of records.entries())
      for (const [place, { partition, value }] of one.entries()) {
        const list = lists[partition] ?? [];
        deepEqual(places[index]?.[place], { partition, offset: list.length });
        list.push(value);
      }
    for (const { partition, offset, ...limits } of wanted) {
      const found = seen(await log.read(topic, { partition, offset }, limits));
      deepEqual(found, naiveRead(lists[partition] ?? [], offset, limits));
    }
    await log.close();
  });
  await holds(property, 40);
}

/** What one commit wrote expires with its latest record, and a reader may stand anywhere in it. */
export async function standsInsideOfOneCommit(log: TopicLog): Promise<void> {
  await log.createTopics([{ topic, partitions: 1, retentionMs: 3_600_000 }]);
  const texts = Array.from({ length: 50 }, (_, index) => `value-${index}`);
  await log.append(
    topic,
    texts.map(text => ({ key: 'k', value: Buffer.from(text), headers: {} })),
  );
  for (let offset = 0; offset < texts.length; offset++) {
    const limits = { recordsMax: 3, bytesMax: 1_000 };
    const found = seen(await log.read(topic, { partition: 0, offset }, limits));
    deepEqual(
      found.map(([, text]) => text),
      texts.slice(offset, offset + 3),
    );
    equal(found[0]?.[0], offset);
  }
  const [lag] = await log.lag('nobody', topic);
  ok(lag?.committed === 0 && lag.end === texts.length);
}
