import type { QueryOf } from '../../../schemas/http/routes.ts';
import { pointTypes } from '../../../schemas/metrics/routes.ts';
import {
  type Bucket,
  explicitBuckets,
  exponentialBuckets,
  percentile,
  type ScaledCount,
} from './metric-buckets.ts';
import type { Figure } from './metric-figure.ts';
import { exponentialSql, histogramSql, summarySql } from './metric-sql.ts';

/** What the statements give: 64-bit numbers as text. Some parts are of some types only. */
export type DistributionRow = {
  readonly slot: number;
  readonly name: string;
  readonly added: number;
  readonly added_sum: number;
  readonly n: string;
  readonly sumless: string;
  readonly has_min: boolean;
  readonly least: number;
  readonly has_max: boolean;
  readonly most: number;
  readonly bounds?: readonly (number | null)[];
  readonly all_counts?: readonly string[];
  readonly less?: readonly string[];
  readonly threshold?: number;
  readonly zeros?: string;
  readonly positive_sums?: Sums;
  readonly negative_sums?: Sums;
};

type Sums = readonly [keys: readonly string[], counts: readonly string[]];

type Query = Pick<QueryOf<'queryMetric'>, 'aggregation' | 'step'>;

export function distributionSql(type: number): string {
  switch (pointTypes[type - 1]) {
    case 'histogram':
      return histogramSql;
    case 'exponential_histogram':
      return exponentialSql;
    default:
      return summarySql;
  }
}

/** The rows of one step and group come one after the other, one for each set of bounds. */
export function distributionOf(
  rows: readonly DistributionRow[],
  query: Query,
  quantile: number | undefined,
): Figure[] {
  const cells = new Map<string, DistributionRow[]>();
  for (const row of rows) {
    const name = `${row.slot} ${row.name}`;
    const cell = cells.get(name) ?? [];
    if (cell.push(row) === 1) cells.set(name, cell);
  }
  return [...cells.values()].map(cell => {
    const { slot, name } = cell[0] as DistributionRow;
    const samples = sumOf(cell, row => Number(row.n));
    const value =
      quantile === undefined ? figureOf(cell, query) : percentile(bucketsOf(cell), quantile);
    return { slot, name, samples, value };
  });
}

function figureOf(cell: readonly DistributionRow[], { aggregation, step }: Query) {
  const count = sumOf(cell, row => row.added);
  const isSummed = cell.every(row => row.sumless === '0');
  const sum = isSummed ? sumOf(cell, row => row.added_sum) : undefined;
  switch (aggregation) {
    case 'sum':
      return sum;
    case 'rate':
      return count / step;
    case 'avg':
      return count === 0 || sum === undefined ? undefined : sum / count;
    default:
      return extreme(cell, aggregation);
  }
}

/** As the senders tell it, or else the bound of the outermost bucket with something in it. */
function extreme(cell: readonly DistributionRow[], aggregation: string): number | undefined {
  const isMin = aggregation === 'min';
  if (cell.every(row => (isMin ? row.has_min : row.has_max))) {
    return isMin ? Math.min(...cell.map(row => row.least)) : Math.max(...cell.map(row => row.most));
  }
  const filled = bucketsOf(cell).filter(({ count }) => count > 0);
  if (filled.length === 0) return undefined;
  return isMin
    ? Math.min(...filled.map(({ lower }) => lower))
    : Math.max(...filled.map(({ upper }) => upper));
}

const bucketsOf = (cell: readonly DistributionRow[]): Bucket[] => cell.flatMap(bucketsOfRow);

function bucketsOfRow(row: DistributionRow): Bucket[] {
  const { bounds, all_counts: counts, less } = row;
  if (bounds !== undefined && counts !== undefined) {
    const known = {
      least: row.has_min ? row.least : undefined,
      most: row.has_max ? row.most : undefined,
    };
    // JSON has no infinity; a bound of that kind can only be the first or the last.
    const numbers = bounds.map(
      (bound, index) =>
        bound ?? (index === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
    );
    const added = counts.map((count, index) => Number(count) - Number(less?.[index] ?? 0));
    return explicitBuckets(numbers, added, known);
  }
  const threshold = row.threshold ?? 0;
  return [
    ...exponentialBuckets(scaled(row.negative_sums), true),
    { lower: -threshold, upper: threshold, count: Number(row.zeros ?? 0) },
    ...exponentialBuckets(scaled(row.positive_sums), false),
  ];
}

const scaleStep = 2 ** 33;
const indexShift = 2 ** 32;

/** Takes apart the keys that the statement made of scale and index. */
const scaled = ([keys, counts]: Sums = [[], []]): ScaledCount[] =>
  keys.map((text, at) => {
    const key = Number(text);
    const scale = Math.floor(key / scaleStep);
    return {
      scale: scale - 64,
      index: key - scale * scaleStep - indexShift,
      count: Number(counts[at]),
    };
  });

const sumOf = (cell: readonly DistributionRow[], of: (row: DistributionRow) => number): number =>
  cell.reduce((sum, row) => sum + of(row), 0);
