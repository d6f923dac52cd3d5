import { setTimeout as sleep } from 'node:timers/promises';
import { startOwner } from '../../platform/consumers/ownership.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { owners } from '../../schemas/topics.ts';
import { type CanaryOptions, startCanary } from './canary/start.ts';
import { limits } from './config.ts';
import type { MeteringDependencies, PaymentPassDependencies } from './dependencies.ts';
import type { ErasureDependencies } from './erasure/dependencies.ts';
import { startErasures } from './erasure/start.ts';
import { type HealthMonitorOptions, startHealthMonitor } from './health/start.ts';
import { createMeteringPass } from './metering-pass.ts';
import { openPaymentFigures } from './payment-figures.ts';
import { createPaymentPass } from './payments.ts';
import { type ReplayRetentionOptions, startReplayRetention } from './replays/retention.ts';
import { startReplayDeletions } from './replays/start.ts';

export type MonitorOptions = Omit<MeteringDependencies, 'owns'> &
  Omit<PaymentPassDependencies, 'owns' | 'figures'> &
  HealthMonitorOptions &
  CanaryOptions &
  ErasureDependencies &
  ReplayRetentionOptions & {
    readonly topicLog: TopicLog;
    readonly log: Log;
    readonly metrics: Metrics;
  };

/** Watches the usage of organizations, their health checks, and whether Tidemark itself works; erases organizations, and sessions that they delete or want kept no longer. */
export async function startMonitor(options: MonitorOptions): Promise<Running> {
  const watching = [
    await startMetering(options),
    await startPayments(options),
    await startHealthMonitor(options),
    await startCanary(options),
    await startErasures(options),
    await startReplayDeletions(options),
    await startReplayRetention(options),
  ];
  return { stop: async () => void (await Promise.all(watching.map(({ stop }) => stop()))) };
}

/**
 * Reads every few seconds what organizations used, and records what their quotas require. Several
 * monitors divide the organizations between them.
 */
function startMetering(options: MonitorOptions): Promise<Running> {
  const looks = options.metrics.counter('tidemark_metering_runs_total');
  return startOwner({
    ...owners.monitor,
    ...options,
    work: ({ owns, signal }) =>
      keepLooking(
        {
          look: createMeteringPass({ ...options, owns }),
          everyMs: limits.lookEveryMs,
          failed: 'quotas not looked at, trying again',
          onEnded: outcome => looks.add(1, { outcome }),
        },
        options,
        signal,
      ),
  });
}

/** Beside the quotas, which must not wait for a payment provider. */
function startPayments(options: MonitorOptions): Promise<Running> {
  const figures = openPaymentFigures(options);
  return startOwner({
    ...owners.payments,
    ...options,
    work: ({ owns, signal }) =>
      keepLooking(
        {
          look: createPaymentPass({ ...options, figures, owns }),
          everyMs: limits.payments.lookEveryMs,
          failed: 'payments not looked at, trying again',
          onEnded: figures.looked,
        },
        options,
        signal,
      ),
  });
}

type Looking = {
  readonly look: (signal: AbortSignal) => Promise<void>;
  readonly everyMs: number;
  /** For the log. */
  readonly failed: string;
  readonly onEnded: (outcome: 'done' | 'failed') => void;
};

async function keepLooking(
  { look, everyMs, failed, onEnded }: Looking,
  { log }: Pick<MonitorOptions, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await look(signal);
      isFailing = false;
      onEnded('done');
    } catch (error) {
      if (signal.aborted) return;
      // An outage is logged once; the engines' own checks report how long it lasts.
      if (!isFailing) log.warn({ err: error }, failed);
      isFailing = true;
      onEnded('failed');
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
