export type Align = 'left' | 'right';

const gap = '  ';

/** Lines of a table without borders; numbers are easier to compare when they end at one place. */
export function table(
  rows: readonly (readonly string[])[],
  aligns: readonly Align[] = [],
): readonly string[] {
  const columns = Math.max(0, ...rows.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  );
  const cell = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return aligns[column] === 'right' ? text.padStart(width) : text.padEnd(width);
  };
  return rows.map(row => row.map(cell).join(gap).trimEnd());
}

/** A column is not made narrower than this. */
const narrowest = 12;

/**
 * The same rows with the texts of some columns cut, so that a line of their table has no more characters than a terminal has.
 *  long  columns whose texts may be cut; the widest is cut first
 */
export function fitted(
  rows: readonly (readonly string[])[],
  width: number,
  long: readonly number[],
): readonly (readonly string[])[] {
  const columns = Math.max(0, ...rows.map(row => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  );
  let over = widths.reduce((sum, each) => sum + each + gap.length, -gap.length) - width;
  while (over > 0) {
    const [widest = -1] = long.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0));
    const now = widths[widest] ?? 0;
    const less = Math.min(over, now - narrowest, Math.max(1, now - secondWidest(widths, long)));
    if (less <= 0) break;
    widths[widest] = now - less;
    over -= less;
  }
  return rows.map(row => row.map((text, column) => cut(text, widths[column] ?? 0)));
}

const secondWidest = (widths: readonly number[], long: readonly number[]): number =>
  long.map(column => widths[column] ?? 0).sort((one, other) => other - one)[1] ?? 0;

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;

/** `12,345` */
export const count = (value: number): string => value.toLocaleString('en-US');

/** `512 B`, `1.4 GB`: powers of 1,000. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`;
}

/** How long ago in one unit: `just now`, `42 s ago`, `3 h ago`. */
export function ago(instant: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(instant)) / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 120) return `${seconds} s ago`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}
