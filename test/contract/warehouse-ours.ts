import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ArrayEnds } from '../../platform/columns/array.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { bucketOf, quantileNanos, windowStart } from '../../schemas/window.ts';
import {
  column,
  dictionary,
  strings,
  uint8s,
  uint16s,
  uint32s,
  uint64s,
  uuids,
} from '../support/warehouse.ts';

export function ourTablesContract(open: () => Promise<Warehouse>): void {
  describe('our tables', () => {
    let warehouse: Warehouse;

    before(async () => {
      warehouse = await open();
    });

    it('look at tokens, wait for the disk and keep batches apart', async () => {
      const tables = await warehouse.query<{ name: string; sql: string }>(
        `SELECT name, create_table_query AS sql FROM system.tables
         WHERE database = currentDatabase() AND name NOT LIKE 'contract%' AND engine LIKE '%MergeTree'`,
        {},
      );
      assert.ok(tables.length >= 8, `expected our tables, found ${tables.length}`);
      for (const { name, sql } of tables) {
        assert.match(sql, /non_replicated_deduplication_window = \d+/, name);
        assert.match(sql, /fsync_after_insert = 1, fsync_part_directory = 1/, name);
        // A row that is written twice counts once there.
        const isRepeatable = ['migrations', 'key_uses', 'evaluations', 'anomaly_scores'].includes(
          name,
        );
        if (!isRepeatable) assert.match(sql, /`batch` String|`offset` UInt64/, name);
      }
    });

    it('put a duration into the bucket that the code puts it into', async () => {
      const durations = fc.array(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), {
        minLength: 1,
        maxLength: 2000,
      });
      const scaled = fc
        .array(
          fc.tuple(fc.integer({ min: 0, max: 63 }), fc.double({ min: 1, max: 1.999, noNaN: true })),
        )
        .map(pairs => pairs.map(([power, factor]) => BigInt(Math.floor(factor * 2 ** power))));
      await fc.assert(
        fc.asyncProperty(fc.oneof(durations, scaled), async list => {
          const [row] = await warehouse.query<{ buckets: number[] }>(
            `SELECT arrayMap(d -> toUInt16(bitShiftRight(reinterpretAsUInt64(toFloat64(d)), 46)
               - 65472), {list:Array(UInt64)}) AS buckets`,
            { list },
          );
          assert.deepEqual(
            row?.buckets,
            list.map(duration => bucketOf(Number(duration))),
          );
        }),
        { numRuns: 20 },
      );
    });

    it('give the percentiles that the code gives', async () => {
      const histogram = fc
        .dictionary(
          fc.integer({ min: 0, max: 4095 }).map(String),
          fc.integer({ min: 1, max: 1e6 }),
          {
            minKeys: 1,
            maxKeys: 30,
          },
        )
        .map(counts => Object.entries(counts).map(([b, n]) => [Number(b), n] as const));
      await fc.assert(
        fc.asyncProperty(fc.array(histogram, { minLength: 1, maxLength: 8 }), async windows => {
          const organization = randomUUID();
          await insertWindows(organization, windows);
          assert.deepEqual(await selectQuantiles(organization), expectedQuantiles(windows));
        }),
        { numRuns: 15 },
      );
    });

    type Histogram = readonly (readonly [bucket: number, count: number])[];
    const quantiles = [0.01, 0.5, 0.9, 0.95, 0.99, 1];

    /** All of one service, in five different windows, so that merges have something to do. */
    async function insertWindows(
      organization: string,
      windows: readonly Histogram[],
    ): Promise<void> {
      const rows = windows.length;
      // Today, because old windows are dropped as they come in.
      const now = windowStart(Math.floor(Date.now() / 1000));
      const sorted = windows.map(window => [...window].sort(([a], [b]) => a - b));
      const ends = new ArrayEnds();
      let values = 0;
      for (const window of sorted) {
        values += window.length;
        ends.push(values);
      }
      const entries = sorted.flat();
      const counts = sorted.map(window => window.reduce((sum, [, count]) => sum + count, 0));
      await warehouse.insertColumns('windows', rows, [
        column('organization', 'UUID', uuids(...Array<string>(rows).fill(organization))),
        column('service', 'LowCardinality(String)', dictionary(...Array(rows).fill('checkout'))),
        column('time', "DateTime('UTC')", uint32s(...counts.map((_, i) => now + (i % 5) * 10))),
        column('entry', 'Bool', uint8s(...Array(rows).fill(1))),
        column('operation', 'LowCardinality(String)', dictionary(...Array(rows).fill('GET /'))),
        column('known', "DateTime('UTC')", uint32s(...Array(rows).fill(now))),
        column('n', 'SimpleAggregateFunction(sum, UInt64)', uint64s(...counts)),
        column('errors', 'SimpleAggregateFunction(sum, UInt64)', uint64s(...counts)),
        column(
          'hist',
          'SimpleAggregateFunction(sumMap, Map(UInt16, UInt64))',
          ends.map(uint16s(...entries.map(([b]) => b)), uint64s(...entries.map(([, n]) => n))),
        ),
        column('batch', 'String', strings(...Array(rows).fill(''))),
      ]);
    }

    async function selectQuantiles(organization: string): Promise<unknown> {
      const [row] = await warehouse.query(
        `WITH sumMap(hist) AS h, mapKeys(h) AS ks, arrayCumSum(mapValues(h)) AS cum, cum[-1] AS total,
           arrayMap(p -> ks[arrayFirstIndex(x -> x >= ceil(p * total), cum)], {quantiles:Array(Float64)}) AS buckets
         SELECT sum(n) AS n, arrayMap(b -> if(b = 0, 0, (reinterpretAsFloat64(bitShiftLeft(toUInt64(65472 + b), 46)) +
           reinterpretAsFloat64(bitShiftLeft(toUInt64(65473 + b), 46))) / 2), buckets) AS q
         FROM windows WHERE organization = {organization:UUID} AND service = 'checkout' AND entry`,
        { organization, quantiles },
      );
      return row;
    }

    function expectedQuantiles(windows: readonly Histogram[]): unknown {
      const merged = new Map<number, number>();
      for (const [bucket, n] of windows.flat()) merged.set(bucket, (merged.get(bucket) ?? 0) + n);
      const sorted = [...merged].sort(([a], [b]) => a - b);
      const counts = sorted.map(([, n]) => n);
      const q = quantiles.map(each =>
        quantileNanos(
          sorted.map(([b]) => b),
          counts,
          each,
        ),
      );
      return { n: String(counts.reduce((sum, n) => sum + n, 0)), q };
    }
  });
}
