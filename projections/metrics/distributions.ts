import {
  type Bucket,
  explicitBuckets,
  exponentialBuckets,
  percentile,
  type ScaledCount,
  within,
} from '../../domain/metrics/buckets.ts';
import { invalidRequest } from '../../platform/http/problem.ts';
import { type Aggregation, pointTypes } from '../../schemas/metrics/routes.ts';
import { metricLimits } from './limits.ts';
import type { FoundLine } from './metric-line.ts';
import { exponentialSql, histogramSql, summarySql } from './metric-sql.ts';

/** What the statements give: 64-bit numbers as text. Some parts are of some types only. */
export type DistributionRow = {
  readonly slot: number;
  readonly name: string;
  readonly added: number;
  readonly added_sum: number;
  readonly n: string;
  readonly sumless: string;
  /** The extremes are those of what was added, and not of all since a stream began. */
  readonly has_min: boolean;
  readonly has_max: boolean;
  /** Every point names its extremes: nothing that was added lies beyond them. */
  readonly is_bounded_below: boolean;
  readonly least: number;
  readonly is_bounded_above: boolean;
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

type Query = { readonly aggregation: Aggregation; readonly step: number };

/** As `items.map(change)`, but others get their turn in between. */
export type MapInTurns = <Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
) => Promise<Result[]>;

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

type Cell = readonly DistributionRow[];

/**
 * A line for each group. The rows of one step and group come one after the other, one for each set of
 * bounds.
 */
export async function linesOfDistributions(
  rows: readonly DistributionRow[],
  query: Query,
  quantile: number | undefined,
  mapInTurns: MapInTurns,
): Promise<FoundLine[]> {
  const valueIn = (cell: Cell) =>
    quantile === undefined ? figureOf(cell, query) : percentile(bucketsOf(cell), quantile);
  const values = await mapInTurns(cellsOf(rows), cell => ({ cell, value: valueIn(cell) }));
  const lines = new Map<string, { points: FoundLine['points']; samples: number }>();
  for (const { cell, value } of values) {
    const { slot, name } = cell[0] as DistributionRow;
    const line = lines.get(name) ?? { points: [], samples: 0 };
    lines.set(name, line);
    const count = sumOf(cell, row => Number(row.n));
    line.samples += count;
    if (isNumber(value)) line.points.push({ seconds: slot, value, samples: count });
  }
  return [...lines].map(([group, line]) => ({ group, ...line }));
}

function cellsOf(rows: readonly DistributionRow[]): Cell[] {
  const cells: Cell[] = [];
  let first = 0;
  for (const [index, { slot, name }] of rows.entries()) {
    const next = rows[index + 1];
    if (next?.slot === slot && next.name === name) continue;
    cells.push(rows.slice(first, index + 1));
    first = index + 1;
  }
  return cells;
}

const isNumber = (value: number | undefined): value is number => Number.isFinite(value);

function figureOf(cell: Cell, { aggregation, step }: Query) {
  const count = sumOf(cell, row => row.added);
  const isSummed = cell.every(row => row.sumless === '0');
  const sum = isSummed ? sumOf(cell, row => row.added_sum) : undefined;
  switch (aggregation) {
    case 'sum':
      return sum;
    case 'count':
      return count;
    case 'rate':
      return count / step;
    case 'avg':
      return count === 0 || sum === undefined ? undefined : sum / count;
    default:
      return extreme(cell, aggregation);
  }
}

/** As reported by the senders, or else the bound of the outermost non-empty bucket. */
function extreme(cell: Cell, aggregation: string): number | undefined {
  const isMin = aggregation === 'min';
  if (cell.every(row => (isMin ? row.has_min : row.has_max))) {
    return outermost(cell, row => (isMin ? row.least : row.most), isMin);
  }
  const filled = bucketsOf(cell).filter(({ count }) => count > 0);
  return outermost(filled, ({ lower, upper }) => (isMin ? lower : upper), isMin);
}

function outermost<Item>(
  items: readonly Item[],
  at: (item: Item) => number,
  isMin: boolean,
): number | undefined {
  const outer = isMin ? Math.min : Math.max;
  return items.reduce<number | undefined>(
    (found, item) => outer(found ?? at(item), at(item)),
    undefined,
  );
}

/** Throws 400 for more than are put together. */
function bucketsOf(cell: Cell): Bucket[] {
  const count = sumOf(cell, bucketCountOf);
  if (count > metricLimits.cellBucketsMax) {
    throw invalidRequest(
      `one step of this metric has ${count} histogram buckets, and at most ${metricLimits.cellBucketsMax} are merged; choose a shorter step, one service, or an attribute with group_by`,
    );
  }
  return cell.flatMap(bucketsOfRow);
}

const bucketCountOf = ({
  all_counts: counts,
  positive_sums,
  negative_sums,
}: DistributionRow): number =>
  (counts?.length ?? 0) + (positive_sums?.[0].length ?? 0) + (negative_sums?.[0].length ?? 0);

function bucketsOfRow(row: DistributionRow): Bucket[] {
  const { bounds, all_counts: counts, less } = row;
  const known = {
    least: row.is_bounded_below ? row.least : undefined,
    most: row.is_bounded_above ? row.most : undefined,
  };
  if (bounds !== undefined && counts !== undefined) {
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
  ].map(bucket => within(known, bucket));
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

const sumOf = (cell: Cell, of: (row: DistributionRow) => number): number =>
  cell.reduce((sum, row) => sum + of(row), 0);
