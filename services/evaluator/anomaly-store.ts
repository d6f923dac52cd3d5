import type { SeriesHistory, SeriesState } from '../../domain/anomalies/series.ts';
import type { AnomalyStore } from '../../domain/anomalies/watch.ts';
import type { Table } from '../../platform/lmdb/environment.ts';
import { afterPrefix, fitsKey, textInKey, textKeyBetween } from '../../platform/lmdb/keys.ts';
import {
  decodeHour,
  decodeSeason,
  encodeHour,
  encodeSeason,
} from './core/anomalies/stored-history.ts';

export type AnomalyTables = {
  /** States of series, by partition and series. */
  readonly series: Table<string>;
  /** Their hours: by partition, series, kind and hour. */
  readonly hours: Table<Buffer>;
};

/** Histories that are stored by themselves, before there is a position. */
export type RebuiltAnomalies = AnomalyStore & { readonly store: () => Promise<void> };

export type PartitionAnomalies = AnomalyStore & {
  /** Makes what is pending part of a batch of the environment. */
  readonly write: () => void;
  readonly written: () => void;
};

const partitionBytes = 2;
const hourBytes = 5;
const kinds = { recent: 0, season: 1 } as const;

/** Series with their histories: states are in memory, hours are read when they are needed. */
export function openAnomalies(partition: number, tables: AnomalyTables): PartitionAnomalies {
  const states = loadStates(partition, tables);
  const changed = new Set<string>();
  const hours = new Map<string, { readonly key: Buffer; readonly bytes: Buffer | undefined }>();
  const read = (key: Buffer): Buffer | undefined => {
    const pending = hours.get(key.toString('latin1'));
    return pending === undefined ? tables.hours.get(key) : pending.bytes;
  };
  const put = (key: Buffer, bytes: Uint8Array | undefined): void => {
    hours.set(key.toString('latin1'), { key, bytes: bytes && Buffer.from(bytes) });
  };
  return {
    // A copy: series come and go while all are looked at.
    all: () => [...states],
    get: series => states.get(series),
    put: (series, state) => {
      // A service with such a name has no windows either.
      if (!fitsKey(series)) return;
      states.set(series, state);
      changed.add(series);
    },
    forget: series => {
      states.delete(series);
      changed.add(series);
      const start = hoursPrefix(partition, series);
      for (const key of tables.hours.getKeys({ start, end: afterPrefix(start) }))
        put(key, undefined);
    },
    history: series => (fitsKey(series) ? historyOf(partition, series, { read, put }) : noHistory),
    write: () => {
      for (const series of changed) writeState(partition, series, states.get(series), tables);
      for (const { key, bytes } of hours.values()) {
        if (bytes === undefined) tables.hours.remove(key);
        else tables.hours.put(key, bytes);
      }
    },
    written: () => {
      changed.clear();
      hours.clear();
    },
  };
}

type Hours = {
  readonly read: (key: Buffer) => Buffer | undefined;
  readonly put: (key: Buffer, bytes: Uint8Array | undefined) => void;
};

function historyOf(partition: number, series: string, { read, put }: Hours): SeriesHistory {
  const keyOf = (kind: keyof typeof kinds, hour: number): Buffer => {
    const key = textKeyBetween(partitionBytes, series, hourBytes);
    key.writeUInt16BE(partition, 0);
    key.writeUInt8(kinds[kind], key.length - hourBytes);
    key.writeUInt32BE(hour, key.length - hourBytes + 1);
    return key;
  };
  return {
    recent: hour => {
      const bytes = read(keyOf('recent', hour));
      return bytes && decodeHour(bytes);
    },
    putRecent: (hour, row) => put(keyOf('recent', hour), row && encodeHour(row)),
    season: hourOfWeek => {
      const bytes = read(keyOf('season', hourOfWeek));
      return bytes && decodeSeason(bytes);
    },
    putSeason: (hourOfWeek, season) => put(keyOf('season', hourOfWeek), encodeSeason(season)),
  };
}

const noHistory: SeriesHistory = {
  recent: () => undefined,
  putRecent: () => undefined,
  season: () => undefined,
  putSeason: () => undefined,
};

function loadStates(partition: number, { series }: AnomalyTables): Map<string, SeriesState> {
  const start = partitionPrefix(partition);
  const found = new Map<string, SeriesState>();
  for (const { key, value } of series.getRange({ start, end: afterPrefix(start) }))
    found.set(textInKey(key, partitionBytes).text, JSON.parse(value) as SeriesState);
  return found;
}

function writeState(
  partition: number,
  name: string,
  state: SeriesState | undefined,
  { series }: AnomalyTables,
): void {
  const key = hoursPrefix(partition, name);
  if (state === undefined) series.remove(key);
  else series.put(key, JSON.stringify(state));
}

function partitionPrefix(partition: number): Buffer {
  const bytes = Buffer.alloc(partitionBytes);
  bytes.writeUInt16BE(partition);
  return bytes;
}

/** Partition and series: the key of a state, and the beginning of those of its hours. */
function hoursPrefix(partition: number, series: string): Buffer {
  const key = textKeyBetween(partitionBytes, series, 0);
  key.writeUInt16BE(partition, 0);
  return key;
}
