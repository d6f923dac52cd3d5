import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { digits, durationText, percentText } from '../ui/figures.ts';

export type Anomaly = ResponseOf<'listAnomalies'>['anomalies'][number];
export type Metric = Anomaly['metric'];

export const metricNames: Readonly<Record<Metric, string>> = {
  latency_p95: 'p95',
  error_rate: 'error rate',
  throughput: 'throughput',
};

const texts: Readonly<Record<Metric, (value: number) => string>> = {
  latency_p95: durationText,
  error_rate: percentText,
  throughput: value => `${digits(value)} a minute`,
};

/** A value of a metric with its unit. */
export const valueText = (metric: Metric, value: number): string => texts[metric](value);

type Banded = Pick<Anomaly, 'expected_low' | 'expected_high'>;

/** What is usual at a time, such as `18.4 ms to 55.1 ms`. */
export const usualText = (metric: Metric, { expected_low, expected_high }: Banded): string =>
  `${valueText(metric, expected_low)} to ${valueText(metric, expected_high)}`;

export const endTexts: Readonly<Record<NonNullable<Anomaly['end_reason']>, string>> = {
  recovered: 'it recovered',
  no_data: 'no more data came',
  new_level: 'the new level is expected from then on',
};
