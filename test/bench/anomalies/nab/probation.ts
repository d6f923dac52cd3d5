import type { Point } from './corpus.ts';

/** The corpus counts nothing in the first 15 % of a series, 750 points at most. */
export const probationOf = (points: readonly Point[]): number =>
  Math.min(750, Math.floor(0.15 * points.length));
