import { setImmediate as turn } from 'node:timers/promises';
import type { Column } from '../../platform/columns/column.ts';
import { ProducerFenced } from '../../platform/errors.ts';
import type {
  AssignedPartition,
  LogRecord,
  OffsetAndMetadata,
  TopicLog,
} from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { telemetryHeaders, topics } from '../../schemas/topics.ts';
import { createBatchPool } from '../../services/processor/batches/batch-pool.ts';
import type { BatchTable } from '../../services/processor/core/tables.ts';
import type { BuildBatch } from '../../services/processor/gather/build-batch.ts';
import { dropDuplicateRequests } from '../../services/processor/gather/duplicate-requests.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import {
  type ProcessorDependencies,
  processPartition,
} from '../../services/processor/partition.ts';
import { type Fate, openFate } from './process-fate.ts';

/** A request: what it says, of which copies may be sent again. */
export type Sent = { readonly content: number };

type Row = { readonly offset: number; readonly content: number };

export const worldTables = [
  'resources',
  'spans',
  'windows',
  'requests',
] as const satisfies BatchTable[];

const readRecordsMax = 3;

/** One partition of `spans` and a warehouse, which stay while processes come and go. */
export function openProcessorWorld(sent: readonly Sent[]) {
  const records = sent.map(recordOf);
  const tables = openTables();
  const deltas: { first: number; last: number; contents: readonly number[] }[] = [];
  const faults: string[] = [];
  let committed: OffsetAndMetadata = { offset: 0, metadata: '' };
  let owner = 0;

  const life = (given: Fate | undefined) => {
    const number = ++owner;
    const over = new AbortController();
    const { around, replaced } = openFate(given);
    const partition: AssignedPartition = {
      topic: topics.spans,
      partition: 0,
      signal: over.signal,
      committed: () => around(() => committed),
      read: async (offset, { recordsMax }) => {
        await turn();
        const count = Math.min(recordsMax, readRecordsMax);
        return over.signal.aborted ? [] : records.slice(offset, offset + count);
      },
      commit: next =>
        around(() => {
          if (number !== owner) throw new ProducerFenced('another owns it');
          committed = next;
        }),
    };
    /** Whoever owns the partition writes only what is noted, when everything before it is complete. */
    const checkNote = (token: string): void => {
      const [, first, last] = /:(\d+)-(\d+)/.exec(token) ?? [];
      const noted = `${committed.offset} ${committed.metadata}`;
      if (number === owner && noted !== `${first} ${first}-${last}`)
        faults.push(`${token} is written, noted is ${noted}`);
    };
    const insertColumns: Warehouse['insertColumns'] = (table, _rows, columns, options) => {
      const token = options?.deduplicationToken ?? '';
      checkNote(token);
      const rows = columns[0]?.data as unknown as readonly Row[];
      return around(
        () => tables.insert(table, token, rows),
        () => tables.leaveToken(table, token),
      );
    };
    const query = (sql: string, parameters: Readonly<Record<string, unknown>>) =>
      around(() => tables.answer(sql, parameters));
    const append = (topic: string, said: readonly { readonly value: Uint8Array }[]) =>
      around(() => {
        if (topic !== topics.windows) return [];
        for (const { value } of said) deltas.push(JSON.parse(Buffer.from(value).toString()));
        return [];
      });
    const engines = {
      warehouse: { insertColumns, query } as unknown as Warehouse,
      topicLog: { partitions: async () => 1, read: async () => [], append } as unknown as TopicLog,
    };
    return {
      run: (batchRows: number, poolSize: number): Promise<void> =>
        processPartition(partition, dependenciesOf(engines, batchRows, poolSize)).catch(
          () => undefined,
        ),
      /** Resolves when the process is dead or asleep. */
      replaced,
      end: () => over.abort(),
    };
  };
  return {
    life,
    faults,
    deltas,
    isDone: () => committed.offset === records.length,
    contents: tables.contents,
  };
}

const recordOf = ({ content }: Sent, offset: number): LogRecord => ({
  partition: 0,
  offset,
  key: '',
  value: Buffer.from(String(content)),
  headers: { [telemetryHeaders.spans]: '1' },
  appendedAtMs: 0,
});

/** A warehouse of tables that know tokens and markers. */
function openTables() {
  const stored = new Map<string, Row[]>(worldTables.map(table => [table, []]));
  const markers = new Map<string, Set<string>>(worldTables.map(table => [table, new Set()]));
  const tokens = new Set<string>();
  const rowsBefore = (first: number): readonly object[] =>
    (stored.get('requests') ?? [])
      .filter(({ offset }) => offset < first)
      .map(({ content }) => ({ organization: 'o', hash: String(content), at: '1' }));
  const highestMarker = (): string =>
    [...markers.values()]
      .flatMap(names => [...names])
      .sort((left, right) => lastOf(right) - lastOf(left))[0] ?? '';
  return {
    insert: (table: string, token: string, rows: readonly Row[]): void => {
      if (tokens.has(`${table} ${token}`)) return;
      tokens.add(`${table} ${token}`);
      stored.get(table)?.push(...rows);
      markers.get(table)?.add(token.replace(/#\d+$/, ''));
    },
    /** In the middle of an insert the token can be there and its rows not. */
    leaveToken: (table: string, token: string): void => void tokens.add(`${table} ${token}`),
    answer: (sql: string, given: Readonly<Record<string, unknown>>): readonly object[] => {
      if (sql.includes('argMax(batch')) return [{ batch: highestMarker() }];
      if (!sql.includes('AS there')) return rowsBefore(Number(given.first));
      const table = /FROM (\w+)/.exec(sql)?.[1] ?? '';
      return markers.get(table)?.has(String(given.batch)) ? [{ there: 1 }] : [];
    },
    contents: (table: string) => (stored.get(table) ?? []).map(({ content }) => content),
  };
}

const lastOf = (batch: string): number => Number(/-(\d+)$/.exec(batch)?.[1] ?? -1);

const dependenciesOf = (
  engines: Pick<ProcessorDependencies, 'warehouse' | 'topicLog'>,
  batchRows: number,
  poolSize: number,
): ProcessorDependencies => ({
  ...engines,
  blobStore: {} as ProcessorDependencies['blobStore'],
  clock: () => 0,
  batchMemoryBytes: batchRows * 2 * 1024,
  tables: worldTables,
  pool: createBatchPool(poolSize, () => ({
    fold: () => Promise.reject(new Error('expected nobody to fold')),
    clear: () => true,
  })),
  build,
  reached: () => undefined,
  watch: {
    batchWritten: () => undefined,
    deadLettered: () => undefined,
    warehouseUnavailable: () => undefined,
    ticksUnavailable: () => undefined,
  },
});

/** Rows of the same requests in every table, by the rule for repeats that the product has. */
const build: BuildBatch = async (records, range, _aside, dependencies) => {
  await turn();
  const requests = records.map(requestOf);
  const kept = await dropDuplicateRequests(requests, range, dependencies);
  const rows = kept.map(({ offset, hash }): Row => ({ offset, content: Number(hash) }));
  const { first, last } = range;
  const delta = { first, last, contents: rows.map(({ content }) => content) };
  const columns = [{ name: 'rows', type: 'String', data: rows as unknown as Column['data'] }];
  return {
    range,
    blocks: worldTables.map(table => ({ table, partition: 0, rows: rows.length, columns })),
    deltas: [{ key: '', headers: {}, value: Buffer.from(JSON.stringify(delta)) }],
    arrivals: [],
    deadLetters: [],
    taken: kept,
    figures: { rows: rows.length, receivedUpToMs: 0 },
  };
};

const requestOf = ({ offset, value }: LogRecord) =>
  ({
    organization: 'o',
    hash: Buffer.from(value).toString(),
    offset,
    receivedAtMs: 1,
  }) as RequestRecord;
