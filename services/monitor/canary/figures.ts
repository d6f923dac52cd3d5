import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { CanaryOutcome } from '../core/canary.ts';

/** The metrics of the canaries of this process. */
export type CanaryFigures = {
  readonly sent: (outcome: 'sent' | 'unsent') => void;
  readonly judged: (outcome: CanaryOutcome, atMs: number) => void;
};

export function openCanaryFigures(metrics: Metrics): CanaryFigures {
  const traces = metrics.counter('tidemark_canary_traces_total');
  const roundTrips = metrics.histogram('tidemark_canary_round_trip_seconds');
  let lastMs: number | undefined;
  metrics.gauge('tidemark_canary_last_returned_timestamp_seconds', () =>
    lastMs === undefined ? undefined : lastMs / 1_000,
  );
  return {
    sent: outcome => traces.add(1, { outcome }),
    judged: (outcome, atMs) => {
      traces.add(1, { outcome: outcome.kind });
      if (!('roundTripMs' in outcome)) return;
      roundTrips.record(outcome.roundTripMs / 1_000);
      lastMs = atMs;
    },
  };
}
