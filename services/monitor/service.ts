import { setTimeout as sleep } from 'node:timers/promises';
import { startOwner } from '../../platform/consumers/ownership.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { owners } from '../../schemas/topics.ts';
import { type CanaryOptions, startCanary } from './canary/start.ts';
import { limits } from './config.ts';
import type { MeteringDependencies } from './dependencies.ts';
import type { ErasureDependencies } from './erasure/dependencies.ts';
import { startErasures } from './erasure/start.ts';
import { type HealthMonitorOptions, startHealthMonitor } from './health/start.ts';
import { createMeteringPass } from './metering-pass.ts';
import { type ReplayRetentionOptions, startReplayRetention } from './replays/retention.ts';
import { startReplayDeletions } from './replays/start.ts';

export type MonitorOptions = Omit<MeteringDependencies, 'owns'> &
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
      keepLooking({ ...options, owns }, outcome => looks.add(1, { outcome }), signal),
  });
}

async function keepLooking(
  options: MonitorOptions & MeteringDependencies,
  onEnded: (outcome: 'done' | 'failed') => void,
  signal: AbortSignal,
): Promise<void> {
  const look = createMeteringPass(options);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await look(signal);
      isFailing = false;
      onEnded('done');
    } catch (error) {
      if (signal.aborted) return;
      // An outage is logged once; the engines' own checks report how long it lasts.
      if (!isFailing) options.log.warn({ err: error }, 'quotas not looked at, trying again');
      isFailing = true;
      onEnded('failed');
    }
    await sleep(limits.lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
