import { randomUUID } from 'node:crypto';
import type { ReadStore, RowWrite } from '../../platform/read-store/port.ts';
import { type Engine, openForSuite } from './engine.ts';

export type ReadStoreEngine = Engine<ReadStore>;

/** The store of a suite, opened before it and closed after it. */
export type ReadStores = {
  readonly store: () => ReadStore;
  /** Opens the store again, which the caller has closed. */
  readonly reopen: () => Promise<ReadStore>;
  readonly apply: (
    table: string,
    writes: readonly RowWrite[],
    checkpoint?: number,
  ) => Promise<void>;
};

/** Belongs into the suite whose store it is. */
export function openReadStores(start: () => Promise<ReadStoreEngine>): ReadStores {
  const opened = openForSuite(start);
  return {
    store: opened.port,
    reopen: opened.reopen,
    apply: (table, writes, checkpoint = 0) => opened.port().apply([{ table, writes, checkpoint }]),
  };
}

export const newTable = (): string => `table-${randomUUID()}@1#a`;
