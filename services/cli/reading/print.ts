import type { CommandContext } from '../context.ts';
import { type Align, fitted, table } from '../table.ts';

export type ShownColumn<Row> = {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Its text is cut where the terminal is too narrow. */
  readonly isLong?: boolean;
  readonly align?: Align;
};

type Shown<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly ShownColumn<Row>[];
  /** What is said in place of a table without rows. */
  readonly none: string;
};

/** A table as wide as the terminal for people, a record for each row for machines. */
export function printRows<Row extends object>(
  { rows, columns, none }: Shown<Row>,
  { terminal }: CommandContext,
): void {
  for (const row of rows) terminal.record(row);
  const texts = [
    columns.map(({ title }) => title),
    ...rows.map(row => columns.map(({ text }) => oneLine(text(row)))),
  ];
  const long = columns.flatMap(({ isLong }, index) => (isLong ? [index] : []));
  const aligns = columns.map(({ align = 'left' }) => align);
  const lines = table(fitted(texts, terminal.width, long), aligns);
  for (const line of rows.length === 0 ? [none] : lines) terminal.say(line);
}

/** Texts that users sent, without what moves the cursor or colours the terminal. */
export const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');
