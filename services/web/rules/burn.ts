import type { ResponseOf } from '../../../schemas/http/routes.ts';

type Metric = ResponseOf<'getAlertRule'>['metric'];

export type BurnMetric = Extract<Metric, `slo_burn_${string}`>;
export type BurnPair = 'fast' | 'slow';

/** The minutes of both windows of a pair, the long one first. */
export const burnWindows: Readonly<Record<BurnPair, readonly [number, number]>> = {
  fast: [60, 5],
  slow: [360, 30],
};

/** The rates at which an objective burns too fast. */
export const burnRates: Readonly<Record<BurnPair, number>> = { fast: 14.4, slow: 6 };

export const burnMetric = (pair: BurnPair, objective: string): BurnMetric =>
  `slo_burn_${pair}:${objective}`;

export const isBurn = (metric: Metric): metric is BurnMetric => burnOf(metric) !== undefined;

/** Which windows of which objective a metric is about; undefined: it is no burn rate. */
export function burnOf(
  metric: Metric,
): { readonly pair: BurnPair; readonly objective: string } | undefined {
  const [, pair, objective] = /^slo_burn_(fast|slow):(.*)$/u.exec(metric) ?? [];
  if (pair === undefined || objective === undefined) return undefined;
  return { pair: pair === 'fast' ? 'fast' : 'slow', objective };
}
