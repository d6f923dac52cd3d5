import type { AnomalyDirection, AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import { type Counts, medianDeviation, quantileOf, totalOf } from './counts.ts';
import { anomalyParameters } from './parameters.ts';

/** What a metric is expected to be: `expected` ± `spread`. */
export type Band = { readonly expected: number; readonly spread: number };

/** Makes a median deviation comparable with a standard deviation of normal values. */
const madFactor = 1.4826;

/** The band of a history; undefined: too little history, or too few requests for a band of throughput. */
export function bandOf(metric: AnomalyMetric, counts: Counts): Band | undefined {
  const { scale, deviations, medianShare, effectMin, historyMin, volumeMin } = anomalyParameters;
  if (totalOf(counts) < historyMin) return undefined;
  const expected = quantileOf(counts, 0.5);
  if (metric === 'throughput' && expected < volumeMin) return undefined;
  const spread = Math.max(
    scale * (quantileOf(counts, 0.99) - expected),
    deviations * madFactor * medianDeviation(counts, expected),
    medianShare * expected,
    effectMin[metric],
  );
  return { expected, spread };
}

/** Distance from what was expected; 1 is the edge of the band. */
export const scoreIn = (value: number, { expected, spread }: Band): number =>
  Math.abs(value - expected) / spread;

/** Low latency and few errors are no anomaly; of throughput, both directions are. */
export function directionOf(
  metric: AnomalyMetric,
  value: number,
  { expected }: Band,
): AnomalyDirection | undefined {
  if (value > expected) return 'above';
  return metric === 'throughput' && value < expected ? 'below' : undefined;
}
