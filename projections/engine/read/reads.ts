import type { KeyedRow, ListOptions, ReadStore, Row } from '../../../platform/read-store/port.ts';
import type { LiveProjections } from '../instance/live-projections.ts';
import { eventTimeKey } from '../instance/retention-index.ts';
import type { Projection } from '../projection.ts';

export type Reads = {
  /** As it was when position `at` had been applied; the latest when absent. */
  readonly get: <R extends Row>(
    projection: Projection<R>,
    key: string,
    at?: number,
  ) => R | undefined;
  readonly list: <R extends Row>(
    projection: Projection<R>,
    options: ListOptions,
  ) => readonly KeyedRow<R>[];
};

/** The store holds the rows that this very version of a projection wrote: that makes them of its type. */
export function openReads(folds: LiveProjections, readStore: ReadStore): Reads {
  return {
    get: <R extends Row>(projection: Projection<R>, key: string, at?: number) =>
      readStore.get(tableOf(folds, projection.name), key, at) as R | undefined,
    list: <R extends Row>(projection: Projection<R>, options: ListOptions) =>
      readStore
        .list(tableOf(folds, projection.name), options)
        .filter(({ key }) => key !== eventTimeKey)
        .map(({ key, row }) => ({ key, row: row as R })),
  };
}

function tableOf(folds: LiveProjections, name: string): string {
  const fold = folds.find(name);
  if (fold === undefined) throw new Error(`expected the projection ${name} to run in this process`);
  return fold.table;
}
