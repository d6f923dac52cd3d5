import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore, Row, TableName } from '../../../platform/read-store/port.ts';
import { hourMs } from '../../../schemas/durations.ts';
import type { Retention } from '../projection.ts';

/** Holds the hour that event time has reached; it sorts after the keys of every projection. */
export const eventTimeKey = '~clock';

/** Rows looked at before others get their turn. */
const pageRows = 1_000;

/** When the rows of a table may be forgotten, by hours of event time, so that nothing else has to be looked at. */
export type RetentionIndex = {
  /** Called for each row that is written. */
  readonly wrote: (key: string, row: Row | undefined) => void;
  /** Keys whose time came at or before the hour, each once or more; a later row may have put it off. */
  readonly due: (hour: number) => readonly string[];
};

/** Reads the whole table once; what it keeps is one key a row that has ended. */
export async function openExpiries(
  retention: Retention,
  table: TableName,
  readStore: ReadStore,
): Promise<RetentionIndex> {
  const hours = new Map<number, string[]>();
  const wrote: RetentionIndex['wrote'] = (key, row) => {
    const hour = expiryHour(retention, row);
    if (hour === undefined) return;
    const keys = hours.get(hour);
    if (keys === undefined) hours.set(hour, [key]);
    else keys.push(key);
  };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = readStore.list(table, { after, limit: pageRows });
    for (const { key, row } of page) if (key !== eventTimeKey) wrote(key, row);
    after = page.length < pageRows ? undefined : page.at(-1)?.key;
    await nextTurn();
  }
  return {
    wrote,
    due: hour => {
      const past = [...hours.keys()].filter(each => each <= hour).toSorted((a, b) => a - b);
      const keys = past.flatMap(each => hours.get(each) ?? []);
      for (const each of past) hours.delete(each);
      return keys;
    },
  };
}

/** The first hour of event time at whose beginning a row is forgotten; undefined while it goes on. */
export function expiryHour({ ms, endedAtMs }: Retention, row: Row | undefined): number | undefined {
  const endedMs = row && endedAtMs(row);
  return endedMs === undefined ? undefined : Math.ceil((endedMs + ms) / hourMs);
}
