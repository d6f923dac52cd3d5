import { bucketMiddleNanos } from '../../../schemas/window.ts';
import { isP99Maximum, percentOf } from '../windows/histogram.ts';

/**
 * SQL for figures of the windows of a group, with the buckets at the nearest rank of p50, p95 and p99, by the rule of
 * `quantileNanos`. A map has so many histograms that only these buckets leave the warehouse.
 *  sums  a statement that gives `total`, `failures` and the merged histogram `bars` of each group
 *  more  further columns
 */
export const figuresSql = (sums: string, more: string): string => `
  SELECT ${more}, toString(total) AS calls, toString(failures) AS errors,
         arrayMap(q -> mapKeys(bars)[arrayFirstIndex(seen -> seen >= ceil(q * total), arrayCumSum(mapValues(bars)))],
                  [0.5, 0.95, 0.99]) AS ranks
  FROM (${sums})`;

export type FigureRow = {
  readonly calls: string;
  readonly errors: string;
  readonly ranks: readonly number[];
};

export function figuresOf({ calls, errors, ranks }: FigureRow) {
  const [requests, failed] = [Number(calls), Number(errors)];
  const [p50, p95, p99] = ranks.map(bucket => bucketMiddleNanos(bucket) / 1e6);
  return {
    requests,
    errors: failed,
    error_rate: percentOf(failed, requests),
    p50_ms: p50 ?? 0,
    p95_ms: p95 ?? 0,
    p99_ms: p99 ?? 0,
    p99_is_maximum: isP99Maximum({ n: requests }),
  };
}

/** Of a node that was seen only as an end of an edge. */
export const noFigures = figuresOf({ calls: '0', errors: '0', ranks: [] });
