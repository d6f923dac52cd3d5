import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadStore, TableName } from '../../../platform/read-store/port.ts';
import type { Book, BookProjection } from '../book.ts';
import type { ProjectionInstance } from './instance.ts';

/** Rows restored before others get their turn. */
const pageRows = 500;

/** One generation of a book on its way through the events. */
export type BookInstance = ProjectionInstance & {
  /** The book, possibly ahead of what is stored. A failure replaces it by another one. */
  readonly book: () => Promise<Book>;
};

export function openBook(
  projection: BookProjection,
  table: TableName,
  readStore: ReadStore,
): BookInstance {
  let checkpoint = readStore.checkpoint(table);
  let opening: Promise<Book> | undefined;
  let book: Book | undefined;
  /** The position at which each row changed last. */
  let changed = new Map<string, number>();
  const opened = (): Promise<Book> => (opening ??= restored(projection, table, readStore));

  return {
    projection,
    table,
    checkpoint: () => checkpoint,
    book: opened,
    ready: async () => {
      book = await opened();
    },
    takes: type => projection.types.has(type),
    add: recorded => {
      if (book === undefined) throw new Error(`expected the book ${projection.name} to be open`);
      if (recorded.position <= checkpoint) return;
      projection.apply(book, recorded);
      for (const key of book.changed) changed.set(key, recorded.position);
      book.changed.clear();
    },
    change: position => {
      const keys = [...changed];
      changed = new Map();
      const writes = keys.flatMap(([key, at]) => {
        const row = book && projection.row(book, key);
        return row === undefined ? [] : [{ key, position: at, row }];
      });
      const forget = keys.map(([key]) => key);
      return { table, writes, forget, checkpoint: Math.max(checkpoint, position) };
    },
    applied: done => {
      checkpoint = done.checkpoint;
    },
    reset: () => {
      opening = undefined;
      book = undefined;
      changed = new Map();
      checkpoint = readStore.checkpoint(table);
    },
  };
}

/** This very version of the projection opened it: that makes it of its type. */
export async function bookIn<B extends Book>(
  instance: ProjectionInstance | undefined,
  { name }: BookProjection<B>,
): Promise<B> {
  if (instance === undefined || !('book' in instance))
    throw new Error(`expected the book ${name} to be kept in this process`);
  return (instance as BookInstance).book() as Promise<B>;
}

async function restored(
  projection: BookProjection,
  table: TableName,
  readStore: ReadStore,
): Promise<Book> {
  const book = projection.open();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = readStore.list(table, { after, limit: pageRows });
    for (const { key, row } of page) projection.restore(book, key, row);
    after = page.length < pageRows ? undefined : page.at(-1)?.key;
    await nextTurn();
  }
  return book;
}
