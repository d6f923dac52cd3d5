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
import type { Block } from '../../services/processor/blocks/table-block.ts';
import type { BatchRange } from '../../services/processor/core/range.ts';
import type { BatchTable } from '../../services/processor/core/tables.ts';
import type { Batch, BuildBatch } from '../../services/processor/gather/build-batch.ts';
import {
  dropDuplicateRequests,
  type TakenRequest,
} from '../../services/processor/gather/duplicate-requests.ts';
import type { RequestRecord } from '../../services/processor/gather/request.ts';
import {
  type ProcessorDependencies,
  processPartition,
} from '../../services/processor/partition.ts';
import { type Fate, openFate } from './process-fate.ts';

/** A request: what it says, of which copies may be sent again. */
export type Sent = { readonly content: number };

export type WorldRow = { readonly offset: number; readonly content: number };

/** What requests are, and what the product makes of them. */
export type WorldKind<Request, Row extends WorldRow> = {
  /** Of one process. */
  readonly openBuild: (warehouse: Pick<Warehouse, 'query'>) => BuildBatch;
  /** Answers a statement about earlier requests. */
  readonly answer: (
    sql: string,
    given: Readonly<Record<string, unknown>>,
    rowsOf: (table: string) => readonly Row[],
  ) => readonly object[];
  readonly textOf: (request: Request) => string;
};

export const worldTables = [
  'resources',
  'spans',
  'windows',
  'requests',
] as const satisfies BatchTable[];

const readRecordsMax = 3;

/** One partition of `spans` and a warehouse, which stay while processes come and go. */
export function openProcessorWorld<Request, Row extends WorldRow>(
  sent: readonly Request[],
  { openBuild, answer, textOf }: WorldKind<Request, Row>,
) {
  const records = sent.map((request, offset) => recordOf(textOf(request), offset));
  const tables = openTables<Row>(answer);
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
        processPartition(
          partition,
          dependenciesOf({ ...engines, build: openBuild(engines.warehouse) }, batchRows, poolSize),
        ).catch(() => undefined),
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
    rows: tables.rowsOf,
  };
}

const recordOf = (text: string, offset: number): LogRecord => ({
  partition: 0,
  offset,
  key: '',
  value: Buffer.from(text),
  headers: { [telemetryHeaders.spans]: '1' },
  appendedAtMs: 0,
});

/** A warehouse of tables that know tokens and markers. */
function openTables<Row extends WorldRow>(answer: WorldKind<unknown, Row>['answer']) {
  const stored = new Map<string, Row[]>(worldTables.map(table => [table, []]));
  const markers = new Map<string, Set<string>>(worldTables.map(table => [table, new Set()]));
  const tokens = new Set<string>();
  const rowsOf = (table: string): readonly Row[] => stored.get(table) ?? [];
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
      if (!sql.includes('AS there')) return answer(sql, given, rowsOf);
      const table = /FROM (\w+)/.exec(sql)?.[1] ?? '';
      return markers.get(table)?.has(String(given.batch)) ? [{ there: 1 }] : [];
    },
    rowsOf,
    contents: (table: string) => rowsOf(table).map(({ content }) => content),
  };
}

const lastOf = (batch: string): number => Number(/-(\d+)$/.exec(batch)?.[1] ?? -1);

const dependenciesOf = (
  engines: Pick<ProcessorDependencies, 'warehouse' | 'topicLog' | 'build'>,
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
  reached: () => undefined,
  watch: {
    batchWritten: () => undefined,
    deadLettered: () => undefined,
    warehouseUnavailable: () => undefined,
    ticksUnavailable: () => undefined,
  },
});

/**
 * What a batch is in every table, and what is published of it.
 *  others  rows of tables that have other ones
 */
export function worldBatch<Row extends WorldRow>(
  range: BatchRange,
  taken: readonly TakenRequest[],
  rows: readonly Row[],
  others: { readonly [Table in BatchTable]?: readonly WorldRow[] } = {},
): Batch {
  const { first, last } = range;
  const delta = { first, last, contents: rows.map(({ content }) => content) };
  const blockOf = (table: BatchTable): Block => {
    const data = (others[table] ?? rows) as unknown as Column['data'];
    return { table, partition: 0, rows: 1, columns: [{ name: 'rows', type: 'String', data }] };
  };
  return {
    range,
    blocks: worldTables.map(blockOf),
    deltas: [{ key: '', headers: {}, value: Buffer.from(JSON.stringify(delta)) }],
    arrivals: [],
    deadLetters: [],
    taken,
    figures: { rows: rows.length, receivedUpToMs: 0 },
  };
}

/** Rows of the same requests in every table, by the rule for repeats that the product has. */
export const requestsWorld: WorldKind<Sent, WorldRow> = {
  textOf: ({ content }) => String(content),
  openBuild: () => async (records, range, _aside, dependencies) => {
    await turn();
    const requests = records.map(requestOf);
    const kept = await dropDuplicateRequests(requests, range, dependencies);
    const rows = kept.map(({ offset, hash }): WorldRow => ({ offset, content: Number(hash) }));
    return worldBatch(range, kept, rows);
  },
  answer: (_, given, rowsOf) =>
    rowsOf('requests')
      .filter(({ offset }) => offset < Number(given.first))
      .map(({ content }) => ({ organization: 'o', hash: String(content), at: '1' })),
};

const requestOf = ({ offset, value }: LogRecord) =>
  ({
    organization: 'o',
    hash: Buffer.from(value).toString(),
    offset,
    receivedAtMs: 1,
  }) as RequestRecord;
