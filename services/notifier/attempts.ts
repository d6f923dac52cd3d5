import type { Metrics } from '../../platform/metrics/registry.ts';
import type { Delivered } from './core/delivered.ts';

/** An attempt to deliver, as it is counted. */
export type Attempt = {
  readonly via: 'mail' | 'channel' | 'webhook';
  /** `failed`: trying again cannot help. */
  readonly outcome: 'delivered' | 'retrying' | 'failed';
};

/** Counts attempts to deliver. */
export function openAttemptCounter(metrics: Pick<Metrics, 'counter'>): (attempt: Attempt) => void {
  const attempts = metrics.counter('tidemark_delivery_attempts_total');
  return attempt => attempts.add(1, attempt);
}

export function outcomeOf(delivered: Delivered): Attempt['outcome'] {
  if (delivered.kind === 'settled') return 'delivered';
  return delivered.final ? 'failed' : 'retrying';
}
