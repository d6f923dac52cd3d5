import type { Aggregation } from '../../schemas/metrics/routes.ts';
import type { FoundLine } from './metric-line.ts';
import { numberSql } from './metric-sql.ts';

/** What the statement gives: of one group, each step with its figure. */
export type NumberRow = {
  readonly name: string;
  readonly points: readonly (readonly [slot: number, figure: number, samples: number])[];
  readonly samples: string;
};

/**
 * Of counters: what was added, and of the single additions average and extremes. Of levels: the sum
 * over all series of the last value of each, and of the values average and extremes. `count` counts points.
 */
export const selectNumbers = (aggregation: Aggregation, isCounter: boolean): string =>
  numberSql(
    aggregation !== 'count' && (isCounter || aggregation === 'rate')
      ? `if(sum(known) > 0, ${gainOf(aggregation)}, nan)`
      : levelOf(aggregation),
  );

function gainOf(aggregation: Aggregation): string {
  switch (aggregation) {
    case 'sum':
      return 'sum(gained)';
    case 'rate':
      return 'sum(gained) / {step:UInt32}';
    case 'avg':
      return 'sum(gained) / sum(known)';
    case 'min':
      return 'min(gain_least)';
    default:
      return 'max(gain_most)';
  }
}

function levelOf(aggregation: Aggregation): string {
  switch (aggregation) {
    case 'sum':
      return 'sum(last)';
    case 'avg':
      return 'sum(total) / sum(samples)';
    case 'count':
      return 'sum(samples)';
    case 'min':
      return 'min(least)';
    default:
      return 'max(most)';
  }
}

export const lineOfNumbers = ({ name, points, samples }: NumberRow): FoundLine => ({
  group: name,
  points: points.map(([seconds, value, count]) => ({ seconds, value, samples: count })),
  samples: Number(samples),
});
