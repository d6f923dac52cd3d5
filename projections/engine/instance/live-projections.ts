import type { ReadStore, TableName } from '../../../platform/read-store/port.ts';
import type { BookProjection } from '../book.ts';
import type { Projection } from '../projection.ts';
import { openBook } from './book-instance.ts';
import { openFold, type ProjectionInstance } from './instance.ts';
import { firstTable, isOfVersion } from './table.ts';

/** The live generation of every projection. */
export type LiveProjections = {
  readonly all: () => readonly ProjectionInstance[];
  readonly find: (name: string) => ProjectionInstance | undefined;
  /** The fold whose rows are read in place of the one of the same name. */
  readonly replace: (fold: ProjectionInstance) => void;
  /** Position up to which every projection has come. */
  readonly reached: () => number;
};

/** A projection of another version than the rows in the store starts over. */
export async function openFolds(
  projections: readonly (Projection | BookProjection)[],
  readStore: ReadStore,
): Promise<LiveProjections> {
  const folds = new Map<string, ProjectionInstance>();
  for (const projection of projections) {
    const table = await liveTable(projection, readStore);
    folds.set(projection.name, openInstance(projection, table, readStore));
  }
  return {
    all: () => [...folds.values()],
    find: name => folds.get(name),
    replace: fold => void folds.set(fold.projection.name, fold),
    reached: () => Math.min(...[...folds.values()].map(fold => fold.checkpoint())),
  };
}

/** One generation of a projection of either kind. */
export const openInstance = (
  projection: Projection | BookProjection,
  table: TableName,
  readStore: ReadStore,
): ProjectionInstance =>
  'restore' in projection
    ? openBook(projection, table, readStore)
    : openFold(projection, table, readStore);

async function liveTable(
  projection: Projection | BookProjection,
  readStore: ReadStore,
): Promise<TableName> {
  const current = readStore.current(projection.name);
  if (current !== undefined && isOfVersion(projection, current)) return current;
  const table = firstTable(projection);
  await readStore.drop(table);
  await readStore.switchTo(projection.name, table);
  return table;
}
