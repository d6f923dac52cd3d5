import type { Severity } from '../../schemas/alerts/rule.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';

/** Everything between is expected; nothing is less than zero. */
export const bandOf = ({
  expected,
  spread,
}: Pick<AnomalyFigures, 'expected' | 'spread'>): {
  readonly low: number;
  readonly high: number;
} => ({
  low: Math.max(0, expected - spread),
  high: expected + spread,
});

const criticalScore = 4;

export const severityOf = ({ score }: Pick<AnomalyFigures, 'score'>): Severity =>
  score >= criticalScore ? 'critical' : 'warning';

const names = { latency_p95: 'p95 latency', error_rate: 'error rate', throughput: 'throughput' };
const units = { latency_p95: ' ms', error_rate: ' %', throughput: ' requests a minute' };

/** One sentence for people: `p95 latency of checkout is 812.5 ms, expected 0 to 240 ms`. */
export function anomalyMessage(service: string, figures: AnomalyFigures): string {
  const { metric, observed } = figures;
  const { low, high } = bandOf(figures);
  return `${names[metric]} of ${service} is ${rounded(observed)}${units[metric]}, expected ${rounded(low)} to ${rounded(high)}${units[metric]}`;
}

const significantDigits = 4;

const rounded = (value: number): string => String(Number(value.toPrecision(significantDigits)));
