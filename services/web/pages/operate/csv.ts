import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type SqlAnswer = ResponseOf<'adminSql'>;

export const isNumeric = (type: string): boolean =>
  /^(?:Nullable\(|LowCardinality\()*(?:U?Int|Float|Decimal)/u.test(type);

/** A value as it is read in a table. */
export const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The rows as CSV (RFC 4180), with a line of names first. Numbers stay numbers. */
export function csvOf({ columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>): string {
  const names = columns.map(({ name }) => quoted(harmless(name)));
  const lines = rows.map(row =>
    row.map((value, index) => {
      if (value === null) return '';
      const isText = typeof value === 'string' && !isNumeric(columns[index]?.type ?? '');
      return quoted(isText ? harmless(value) : cellText(value));
    }),
  );
  return [names, ...lines].map(cells => `${cells.join(',')}\r\n`).join('');
}

/** Spreadsheets take text that begins so for a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
