import type { Book } from '../../projections/engine/book.ts';

type Fold<B extends Book, Recorded, Row> = {
  readonly open: () => B;
  readonly apply: (book: B, recorded: Recorded) => void;
  readonly row: (book: B, key: string) => Row | undefined;
  readonly restore: (book: B, key: string, row: Row) => void;
};

/** A book, and its rows as a store has them after each event. */
export function storedBook<B extends Book, Recorded, Row>(fold: Fold<B, Recorded, Row>) {
  const { open, apply, row, restore } = fold;
  const rows = new Map<string, string>();
  let book = open();
  return {
    book: () => book,
    rows: () => [...rows].sort(([one], [other]) => (one < other ? -1 : 1)),
    apply: (recorded: Recorded): void => {
      apply(book, recorded);
      for (const key of book.changed) {
        const text = JSON.stringify(row(book, key));
        if (text === undefined) rows.delete(key);
        else rows.set(key, text);
      }
      book.changed.clear();
    },
    /** Another process takes the rows. */
    crash(): void {
      book = open();
      for (const [key, text] of this.rows()) restore(book, key, JSON.parse(text));
    },
  };
}
