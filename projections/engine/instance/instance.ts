import type { RecordedEvent } from '../../../platform/event-store/port.ts';
import type { ReadStore, Row, RowWrite, TableName } from '../../../platform/read-store/port.ts';
import { hourMs } from '../../../schemas/durations.ts';
import type { EventType } from '../../../schemas/events/event.ts';
import type { BookProjection } from '../book.ts';
import type { Projection, Retention } from '../projection.ts';
import { eventTimeKey, expiryHour, openExpiries, type RetentionIndex } from './retention-index.ts';
import { openPending } from './write-buffer.ts';

export type Change = {
  readonly table: TableName;
  readonly writes: readonly RowWrite[];
  readonly forget: readonly string[];
  readonly checkpoint: number;
};

/** One generation of a projection on its way through the events. */
export type ProjectionInstance = {
  readonly projection: Projection | BookProjection;
  readonly table: TableName;
  readonly checkpoint: () => number;
  /** To be awaited before events are added. */
  readonly ready: () => Promise<void>;
  readonly takes: (type: EventType) => boolean;
  /** Folds one event of a type it takes, unless it was folded before. Rows that ended long ago are forgotten first. */
  readonly add: (recorded: RecordedEvent) => void;
  /** What the events added since the last `applied` changed. */
  readonly change: (position: number) => Change;
  /** Called once the store has a change. */
  readonly applied: (change: Change) => void;
  /** Forgets what was added and not applied. */
  readonly reset: () => void;
};

export function openFold(
  projection: Projection,
  table: TableName,
  readStore: ReadStore,
): ProjectionInstance {
  const { retention, types } = projection;
  const pending = openPending(table, readStore);
  let checkpoint = readStore.checkpoint(table);
  let hour = storedHour(readStore, table);
  let expiries: RetentionIndex | undefined;

  /** Event time alone decides when rows are forgotten, between the same two events in every replay. */
  const advanceTo = (newHour: number, due: readonly string[]): void => {
    for (const key of due) if (isPast(retention, pending.row(key), newHour)) pending.forget(key);
    hour = newHour;
    pending.forget(eventTimeKey);
    pending.write(eventTimeKey, 0, { hour });
  };

  return {
    projection,
    table,
    checkpoint: () => checkpoint,
    takes: type => types === 'all' || types.has(type),
    ready: async () => {
      if (retention !== undefined) expiries ??= await openExpiries(retention, table, readStore);
    },
    add: ({ event, ...recorded }) => {
      const { position } = recorded;
      if (position <= checkpoint) return;
      const eventHour = Math.floor(event.atMs / hourMs);
      if (expiries !== undefined && (hour === undefined || eventHour > hour))
        advanceTo(eventHour, expiries.due(eventHour));
      for (const key of projection.keys(event, recorded)) {
        const row = projection.project(pending.row(key), event, key, recorded);
        pending.write(key, position, row);
        expiries?.wrote(key, row);
      }
    },
    change: position => ({
      table,
      ...pending.changes(),
      checkpoint: Math.max(checkpoint, position),
    }),
    applied: done => {
      checkpoint = done.checkpoint;
      pending.stored();
    },
    reset: () => {
      pending.reset();
      checkpoint = readStore.checkpoint(table);
      hour = storedHour(readStore, table);
      expiries = undefined;
    },
  };
}

function isPast(retention: Retention | undefined, row: Row | undefined, hour: number): boolean {
  const endsAt = retention && expiryHour(retention, row);
  return endsAt !== undefined && endsAt <= hour;
}

function storedHour(readStore: ReadStore, table: TableName): number | undefined {
  const { hour } = readStore.get(table, eventTimeKey) ?? {};
  return typeof hour === 'number' ? hour : undefined;
}
