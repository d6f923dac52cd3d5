import { randomUUID } from 'node:crypto';
import type { ReadStore, RowWrite } from '../../platform/read-store/port.ts';

export type ReadStoreEngine = {
  /** The store over one and the same engine: what an earlier one applied is there. */
  readonly open: () => Promise<ReadStore>;
  readonly dispose: () => Promise<void>;
};

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
  let engine: ReadStoreEngine;
  let store: ReadStore;

  before(async () => {
    engine = await start();
    store = await engine.open();
  });
  after(async () => {
    await store.close();
    await engine.dispose();
  });
  return {
    store: () => store,
    reopen: async () => {
      store = await engine.open();
      return store;
    },
    apply: (table, writes, checkpoint = 0) => store.apply([{ table, writes, checkpoint }]),
  };
}

export const newTable = (): string => `table-${randomUUID()}@1#a`;
