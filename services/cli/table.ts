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

/** `12,345` */
export const count = (value: number): string => value.toLocaleString('en-US');

/** How long ago in one unit: `just now`, `42 s ago`, `3 h ago`. */
export function ago(instant: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(instant)) / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 120) return `${seconds} s ago`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h ago`;
  return `${Math.round(seconds / 86_400)} d ago`;
}
