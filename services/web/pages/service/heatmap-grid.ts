/** Counts of durations by time and bucket, as the server gives them. */
export type Grid = {
  readonly step_seconds: number;
  /** One more than rows. */
  readonly bounds_ms: readonly number[];
  readonly columns: readonly { readonly timestamp: string; readonly counts: readonly number[] }[];
};

/** A place on the canvas, in shares of its width and height from its upper left corner. */
export type Place = { readonly x: number; readonly y: number };

export type Selection = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly minMs: number;
  readonly maxMs: number;
};

/** Rows that hold something; the empty ones above and below would only make the rest small. */
export function rowsInUse({ columns, bounds_ms }: Grid): { first: number; last: number } {
  const rows = Math.max(0, bounds_ms.length - 1);
  const isUsed = (row: number): boolean => columns.some(({ counts }) => (counts[row] ?? 0) > 0);
  const used = Array.from({ length: rows }, (_, row) => row).filter(isUsed);
  return { first: used[0] ?? 0, last: used.at(-1) ?? Math.max(0, rows - 1) };
}

/**
 * What lies between two places: whole steps and whole buckets, so that the comparison counts what the picture
 * shows.
 */
export function selectionOf(grid: Grid, from: Place, to: Place): Selection | undefined {
  const { columns, bounds_ms: bounds, step_seconds: step } = grid;
  const { first, last } = rowsInUse(grid);
  const rows = last - first + 1;
  if (columns.length === 0 || bounds.length < 2) return undefined;
  const column = (x: number) => index(x, columns.length);
  const row = (y: number) => last - index(y, rows);
  const start = columns[column(Math.min(from.x, to.x))];
  const end = columns[column(Math.max(from.x, to.x))];
  return {
    fromMs: Date.parse(start?.timestamp ?? ''),
    toMs: Date.parse(end?.timestamp ?? '') + step * 1_000,
    minMs: bounds[row(Math.max(from.y, to.y))] ?? 0,
    maxMs: bounds[row(Math.min(from.y, to.y)) + 1] ?? 0,
  };
}

const index = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));

/** Depth of colour from 0 to 1 by the logarithm: one slow request among ten thousand stays visible. */
export const depthOf = (count: number, highest: number): number =>
  count === 0 ? 0 : 0.15 + 0.85 * (Math.log1p(count) / Math.log1p(highest));
