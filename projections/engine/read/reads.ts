import type {
  KeyedRow,
  ListOptions,
  PageOptions,
  ReadStore,
  Row,
  RowPage,
} from '../../../platform/read-store/port.ts';
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
  /** A part of a list, of bounded cost, with where the next one begins. */
  readonly page: <R extends Row>(projection: Projection<R>, options: PageOptions) => RowPage<R>;
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
    page: <R extends Row>(projection: Projection<R>, options: PageOptions) => {
      const { rows, next } = readStore.page(tableOf(folds, projection.name), options);
      const own = rows.filter(({ key }) => key !== eventTimeKey);
      return { rows: own.map(({ key, row }) => ({ key, row: row as R })), next };
    },
  };
}

function tableOf(folds: LiveProjections, name: string): string {
  const fold = folds.find(name);
  if (fold === undefined) throw new Error(`expected the projection ${name} to run in this process`);
  return fold.table;
}
