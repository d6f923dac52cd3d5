import type { Metrics } from '../../platform/metrics/registry.ts';

type Outcome = 'done' | 'failed';

/** The metrics of the looks of this process at what is paid for. */
export type PaymentFigures = {
  readonly looked: (outcome: Outcome) => void;
  /** A request to the provider: to read a payment, or to report usage. */
  readonly called: (call: 'read' | 'report', outcome: Outcome) => void;
};

type Options = { readonly metrics: Metrics; readonly clock: () => number };

export function openPaymentFigures({ metrics, clock }: Options): PaymentFigures {
  const runs = metrics.counter('tidemark_payment_runs_total');
  const calls = metrics.counter('tidemark_payment_calls_total');
  let lastMs: number | undefined;
  metrics.gauge('tidemark_payment_last_run_timestamp_seconds', () =>
    lastMs === undefined ? undefined : lastMs / 1_000,
  );
  return {
    looked: outcome => {
      runs.add(1, { outcome });
      if (outcome === 'done') lastMs = clock();
    },
    called: (call, outcome) => calls.add(1, { call, outcome }),
  };
}
