import { setTimeout as sleep } from 'node:timers/promises';
import { startOwner } from '../../../platform/consumers/ownership.ts';
import { unlessUnavailable } from '../../../platform/errors.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { Log } from '../../../platform/log.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { replaySettings } from '../../../projections/replays/replay-settings.ts';
import type { Retention } from '../../../schemas/retention.ts';
import { owners } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { type DayStores, deleteDays } from './delete-days.ts';
import { expiredDays } from './expired-days.ts';

export type ReplayRetentionOptions = DayStores & {
  readonly topicLog: TopicLog;
  readonly projections: Pick<Projections, 'list'>;
  readonly clock: () => number;
  readonly configuration: { readonly retention: Pick<Retention, 'spansMs'> };
  readonly log: Log;
};

type Owns = (organization: string) => boolean;

/** Deletes recorded sessions of organizations that want them kept for less time than the server keeps them. */
export const startReplayRetention = (options: ReplayRetentionOptions): Promise<Running> =>
  startOwner({
    ...owners.replayRetention,
    ...options,
    work: async ({ owns, signal }) => {
      const look = createRetentionPass(options, owns);
      while (!signal.aborted) {
        // What an engine that is away keeps from it, the next look does.
        await look(signal).catch((error: unknown) => {
          if (!signal.aborted) unlessUnavailable(error);
        });
        await sleep(limits.replayRetention.lookEveryMs, undefined, { signal }).catch(
          () => undefined,
        );
      }
    },
  });

/** A look at the days that are over since the last one; after a start, at all of them, so many at a time. */
export function createRetentionPass(
  {
    projections,
    clock,
    configuration,
    ...stores
  }: Omit<ReplayRetentionOptions, 'topicLog' | 'log'>,
  owns: Owns,
): (signal: AbortSignal) => Promise<void> {
  const done = new Map<string, string>();
  const { rowsMax, daysAtOnceMax } = limits.replayRetention;
  return async signal => {
    const nowMs = clock();
    const serverKeptMs = configuration.retention.spansMs;
    const days = projections
      .list(replaySettings, { limit: rowsMax })
      .map(({ row }) => row)
      .filter(({ organizationId }) => owns(organizationId))
      .flatMap(row =>
        expiredDays(row, { nowMs, serverKeptMs, doneDay: done.get(row.organizationId) }),
      );
    const some = days.slice(0, daysAtOnceMax);
    await deleteDays(some, stores, signal);
    for (const { organizationId, day } of some) done.set(organizationId, day);
  };
}
