import { consumers } from '../../schemas/topics.ts';
import { sharedWork } from '../async/shared-work.ts';
import { unlessUnavailable } from '../errors.ts';
import type { Running } from '../lifecycle.ts';
import type { PartitionOffset, TopicLog } from '../topic-log/port.ts';

/** Commands whose senders wait no longer. */
export type LeftBehind = Running & {
  /** Calls `decided` once the decider has decided everything up to this place of the topic. */
  readonly add: (place: PartitionOffset, decided: () => void) => void;
};

type Left = { readonly place: PartitionOffset; readonly decided: () => void };

/** Reads the decider's position while there are any. */
export function openLeftBehind(
  topicLog: Pick<TopicLog, 'lag'>,
  { lookEveryMs }: { readonly lookEveryMs: number },
): LeftBehind {
  const left = new Set<Left>();
  const { group, topic } = consumers.commands;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const lags = await topicLog.lag(group, topic);
    const committed = new Map(lags.map(each => [each.partition, each.committed]));
    for (const each of left) {
      if ((committed.get(each.place.partition) ?? 0) <= each.place.offset) continue;
      left.delete(each);
      each.decided();
    }
    if (left.size === 0) pause();
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const looks = sharedWork(() => look().catch(unlessUnavailable));
  return {
    add: (place, decided) => {
      left.add({ place, decided });
      timer ??= setInterval(() => void looks.run(), lookEveryMs).unref();
    },
    stop: async () => {
      pause();
      await looks.ended();
    },
  };
}
