import type { Slices } from '../../../platform/shares/slices.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import type { Column } from './columns.ts';

/** A list as CSV (RFC 4180), with a line of names first. Lists inside of items are JSON. */
export async function csvText(
  columns: readonly Column[],
  items: readonly unknown[],
  turn: Slices,
): Promise<string> {
  const names = columns.map(column => quoted(column.join('.')));
  const lines = await mapInTurns(
    items,
    item => columns.map(column => cellOf(valueAt(item, column))),
    turn,
  );
  return [names, ...lines].map(cells => `${cells.join(',')}\r\n`).join('');
}

const valueAt = (item: unknown, column: Column): unknown =>
  column.reduce((value, name) => (value as Readonly<Record<string, unknown>> | null)?.[name], item);

/** Numbers stay numbers: only text is what a sender may have chosen. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return quoted(harmless(value));
  return quoted(JSON.stringify(value));
}

/** Spreadsheets take text that begins so for a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
