import { setTimeout as pause } from 'node:timers/promises';
import type { PartitionLag } from '../../../platform/topic-log/port.ts';
import { warehouseConsumers } from '../../../schemas/topics.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';

/** `lag`: records that were accepted before the wait began and are not processed after it. */
export type ProcessedLag = PartitionLag & { readonly lag: number };

/** Waits, for a limited time, until what has been accepted is processed: a restored folder has just begun to. */
export async function processedLags(
  context: AdminContext,
  signal: AbortSignal,
): Promise<readonly ProcessedLag[]> {
  const ends = (await lagsOf(context)).map(({ end }) => end);
  const untilMs = performance.now() + adminLimits.processedMsMax;
  for (;;) {
    const lags = (await lagsOf(context)).map((each, index) => ({
      ...each,
      lag: Math.max(0, (ends[index] ?? 0) - each.committed),
    }));
    if (lags.every(({ lag }) => lag === 0) || performance.now() > untilMs) return lags;
    await pause(adminLimits.processedPollMs, undefined, { signal });
  }
}

/** In the same order each time. */
async function lagsOf({
  platform: { topicLog },
}: Pick<AdminContext, 'platform'>): Promise<readonly PartitionLag[]> {
  const lags = warehouseConsumers.map(({ group, topic }) => topicLog.lag(group, topic));
  return (await Promise.all(lags)).flat();
}

/** Where the topics of telemetry end when all of it is processed; undefined while some is not. */
export async function endsIfQuiet(context: AdminContext): Promise<string | undefined> {
  const lags = await lagsOf(context);
  return lags.every(({ committed, end }) => committed >= end)
    ? lags.map(({ end }) => end).join()
    : undefined;
}
