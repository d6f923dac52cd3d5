import { setTimeout as sleep } from 'node:timers/promises';
import type { PartitionLag, TopicLog } from '../../../platform/topic-log/port.ts';
import { type Consumer, consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';

/** Resolves when everybody who reads the log, or those who are named, have handled what is on it now. */
export async function untilHandled(
  { lag }: Pick<TopicLog, 'lag'>,
  signal: AbortSignal,
  by: readonly Consumer[] = Object.values(consumers),
): Promise<void> {
  for (const { group, topic } of by) {
    const ends = new Map((await lag(group, topic)).map(({ partition, end }) => [partition, end]));
    const isBehind = ({ partition, committed }: PartitionLag): boolean =>
      committed < (ends.get(partition) ?? 0);
    while ((await lag(group, topic)).some(isBehind))
      await sleep(limits.erasure.handledLookMs, undefined, { signal });
  }
}
