import type { RecordedEvent } from '../platform/event-store/port.ts';
import type { KeyedRow, ReadStore, Row, RowWrite, TableName } from '../platform/read-store/port.ts';
import type { DomainEvent } from '../schemas/events/event.ts';
import type { Projection } from './projection.ts';

const hourMs = 3_600_000;
const sweepPageRows = 1_000;

/** Holds the hour that event time has reached; it sorts after the keys of every projection. */
export const clockKey = '~clock';

export type Change = {
  readonly table: TableName;
  readonly writes: readonly RowWrite[];
  readonly checkpoint: number;
};

/** One generation of a projection on its way through the events. */
export type Fold = {
  readonly projection: Projection;
  readonly table: TableName;
  readonly checkpoint: () => number;
  /** Folds one event, unless it was folded before. Rows that ended long ago are forgotten first. */
  readonly add: (recorded: RecordedEvent) => Promise<void>;
  /** What the events added since the last `applied` changed. */
  readonly change: (position: number) => Change;
  /** To be told once the store has a change. */
  readonly applied: (change: Change) => void;
  /** Forgets what was added and not applied. */
  readonly reset: () => void;
};

export function openFold(projection: Projection, table: TableName, readStore: ReadStore): Fold {
  const rows = new Map<string, Row | undefined>();
  let writes: RowWrite[] = [];
  let checkpoint = readStore.checkpoint(table);
  let hour = storedHour(readStore, table);

  const change = (position: number): Change => ({
    table,
    writes,
    checkpoint: Math.max(checkpoint, position),
  });
  const applied = (done: Change): void => {
    checkpoint = done.checkpoint;
    rows.clear();
    writes = [];
  };
  const rowOf = (key: string): Row | undefined =>
    rows.has(key) ? rows.get(key) : readStore.get(table, key);

  /**
   * Event time alone decides when rows are forgotten, between the same two events in every replay.
   * In a transaction of its own, so that a key may come back right after.
   */
  const advanceTo = async (newHour: number, position: number): Promise<void> => {
    const before = change(position);
    await readStore.apply([before]);
    applied(before);
    const forget = [...expiredKeys(projection, table, newHour * hourMs, readStore)];
    const clock = { key: clockKey, position: 0, row: { hour: newHour } };
    await readStore.apply([{ table, writes: [clock], forget, checkpoint }]);
    hour = newHour;
  };

  return {
    projection,
    table,
    checkpoint: () => checkpoint,
    add: async ({ event, position }) => {
      if (position <= checkpoint || !takes(projection, event)) return;
      const eventHour = Math.floor(event.atMs / hourMs);
      if (projection.retention !== undefined && (hour === undefined || eventHour > hour)) {
        await advanceTo(eventHour, position - 1);
      }
      for (const key of projection.keys(event)) {
        const row = projection.project(rowOf(key), event, key);
        rows.set(key, row);
        writes.push({ key, position, ...(row !== undefined && { row }) });
      }
    },
    change,
    applied,
    reset: () => {
      rows.clear();
      writes = [];
      checkpoint = readStore.checkpoint(table);
      hour = storedHour(readStore, table);
    },
  };
}

const takes = ({ types }: Projection, event: DomainEvent): boolean =>
  types === 'all' || types.has(event.type);

function storedHour(readStore: ReadStore, table: TableName): number | undefined {
  const { hour } = readStore.get(table, clockKey) ?? {};
  return typeof hour === 'number' ? hour : undefined;
}

function* expiredKeys(
  { retention }: Projection,
  table: TableName,
  atMs: number,
  readStore: ReadStore,
): Iterable<string> {
  if (retention === undefined) return;
  for (const { key, row } of allRows(table, readStore)) {
    if (key === clockKey) continue;
    const endedAtMs = retention.endedAtMs(row) ?? Number.POSITIVE_INFINITY;
    if (endedAtMs + retention.ms <= atMs) yield key;
  }
}

function* allRows(table: TableName, readStore: ReadStore): Iterable<KeyedRow> {
  let after = '';
  for (;;) {
    const page = readStore.list(table, { after, limit: sweepPageRows });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < sweepPageRows) return;
    after = last.key;
  }
}
