import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { Figure } from './metric-figure.ts';

type NumberRow = {
  readonly slot: number;
  readonly name: string;
  readonly increase: number;
  readonly has_increase: boolean;
  readonly gain_avg: number;
  readonly gain_min: number;
  readonly gain_max: number;
  readonly level: number;
  readonly value_avg: number;
  readonly value_min: number;
  readonly value_max: number;
  readonly n: string;
};

/**
 * Of counters: what was added, and of the single additions average and extremes. Of levels: the sum
 * over all series of the last value of each, and of the values average and extremes.
 */
export function numberOf(
  row: NumberRow,
  { aggregation, step }: Pick<QueryOf<'queryMetric'>, 'aggregation' | 'step'>,
  isCounter: boolean,
): Figure {
  const { slot, name, n } = row;
  const value =
    isCounter || aggregation === 'rate'
      ? gainOf(row, aggregation, step)
      : levelOf(row, aggregation);
  return { slot, name, samples: Number(n), value };
}

function gainOf(row: NumberRow, aggregation: string, step: number): number | undefined {
  if (!row.has_increase) return undefined;
  switch (aggregation) {
    case 'sum':
      return row.increase;
    case 'rate':
      return row.increase / step;
    case 'avg':
      return row.gain_avg;
    case 'min':
      return row.gain_min;
    default:
      return row.gain_max;
  }
}

function levelOf(row: NumberRow, aggregation: string): number {
  switch (aggregation) {
    case 'sum':
      return row.level;
    case 'avg':
      return row.value_avg;
    case 'min':
      return row.value_min;
    default:
      return row.value_max;
  }
}
