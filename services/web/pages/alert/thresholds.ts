import type { Alert } from './words.ts';

/** As many as one backtest tries. */
export const thresholdsMax = 20;

type Around = Pick<Alert, 'alert_type' | 'metric' | 'threshold' | 'current_value'>;

/** Values of these cannot be higher. */
const greatest: Readonly<Partial<Record<Alert['metric'], number>>> = {
  error_rate: 100,
  health_score: 100,
};

/**
 * Thresholds to try, ascending, each once: from half of the smaller of threshold and value to a quarter above the
 * larger, with three digits, and that of the rule among them as it is.
 */
export function thresholdsAround(alert: Around): readonly number[] {
  const { threshold, current_value: value, alert_type, metric } = alert;
  const seen = value ?? threshold;
  const most = alert_type === 'anomaly' ? undefined : greatest[metric];
  const from = Math.min(threshold, seen) / 2;
  const wanted = Math.max(threshold, seen, threshold * 2) * 1.25 || 1;
  const to = Math.max(threshold, Math.min(wanted, most ?? wanted));
  const step = (to - from) / (thresholdsMax - 2);
  const tried = Array.from({ length: thresholdsMax - 1 }, (_, index) =>
    Number((from + index * step).toPrecision(3)),
  );
  return [...new Set([...tried, threshold])].sort((a, b) => a - b);
}
