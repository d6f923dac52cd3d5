import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../platform/lifecycle.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { untilAborted } from '../../platform/until-aborted.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import type { LookDependencies } from './dependencies.ts';
import { openLook } from './look.ts';

export const monitorGroup = 'monitor';

/** Whoever holds this one looks; the others wait to take over. */
const lookingPartition = 0;

export type MonitorOptions = LookDependencies & {
  readonly topicLog: Pick<TopicLog, 'consume'>;
  readonly log: Log;
  readonly metrics: Metrics;
};

/**
 * Looks every few seconds at what organizations used, and tells what a quota calls for. It reads
 * nothing from the topic: partitions only say which of several monitors it is that looks.
 */
export function startMonitor(options: MonitorOptions): Promise<Running> {
  const { topicLog, log, metrics } = options;
  const looks = metrics.counter({
    name: 'tidemark.monitor.looks',
    help: 'Looks at what was used of quotas, by outcome.',
  });
  return topicLog.consume({
    group: monitorGroup,
    topic: topics.commands,
    run: ({ partition, signal }) =>
      partition === lookingPartition
        ? keepLooking(options, outcome => looks.add(1, { outcome }), signal)
        : untilAborted(signal),
    failed: (error, { topic, partition }) =>
      log.warn({ topic, partition, err: error }, 'partition given up, to be taken again'),
  });
}

async function keepLooking(
  options: MonitorOptions,
  ended: (outcome: 'done' | 'failed') => void,
  signal: AbortSignal,
): Promise<void> {
  const look = openLook(options);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await look(signal);
      isFailing = false;
      ended('done');
    } catch (error) {
      if (signal.aborted) return;
      // An outage is told of once; the engines' own checks tell how long it lasts.
      if (!isFailing) options.log.warn({ err: error }, 'quotas not looked at, trying again');
      isFailing = true;
      ended('failed');
    }
    await sleep(limits.lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
