import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../../../platform/errors.ts';
import type {
  PartitionLag,
  PartitionOffset,
  TopicLog,
} from '../../../../platform/topic-log/port.ts';
import { topics } from '../../../../schemas/topics.ts';
import { limits } from '../../config.ts';

/** The ends of the partitions of `signals`. All waiting readers share one request to the log. */
export type HighWatermarks = {
  /** Offset that the next record gets. Throws `Unavailable`. */
  now(partition: number): Promise<number>;
  /** Resolves with the end once it lies beyond `offset`; undefined after `waitMs` or once aborted. */
  beyond(
    place: PartitionOffset,
    wait: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Promise<number | undefined>;
};

type Waiter = {
  readonly onLags: (lags: readonly PartitionLag[]) => void;
  readonly onFailed: (error: unknown) => void;
};

/** The group never commits: its lag gives the ends. */
const group = 'tail';

export function openEnds({
  topicLog,
}: {
  readonly topicLog: Pick<TopicLog, 'lag'>;
}): HighWatermarks {
  const waiting = new Set<Waiter>();
  let isAsking = false;
  const askWhileWaiting = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    while (waiting.size > 0) {
      await tellAll(waiting, () => topicLog.lag(group, topics.traceArrivals));
      if (waiting.size > 0) await pause(limits.streamPollMs, undefined, { ref: false });
    }
    isAsking = false;
  };
  return {
    now: async partition => endOf(await topicLog.lag(group, topics.traceArrivals), partition),
    beyond: ({ partition, offset }, { waitMs, signal }) =>
      new Promise((resolve, reject) => {
        const settled = (end?: number): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abandoned);
          waiting.delete(waiter);
          resolve(end);
        };
        const abandoned = (): void => settled();
        const timer = setTimeout(abandoned, waitMs);
        const waiter: Waiter = {
          onLags: lags => {
            const end = endOf(lags, partition);
            if (end > offset) settled(end);
          },
          onFailed: error => {
            settled();
            reject(error);
          },
        };
        if (signal.aborted) return settled();
        signal.addEventListener('abort', abandoned);
        waiting.add(waiter);
        void askWhileWaiting();
      }),
  };
}

/** While the log is unavailable, all readers wait. */
async function tellAll(
  waiting: ReadonlySet<Waiter>,
  ask: () => Promise<readonly PartitionLag[]>,
): Promise<void> {
  try {
    const lags = await ask();
    for (const { onLags } of [...waiting]) onLags(lags);
  } catch (error) {
    if (error instanceof Unavailable) return;
    for (const { onFailed } of [...waiting]) onFailed(error);
  }
}

function endOf(lags: readonly PartitionLag[], partition: number): number {
  const found = lags.find(lag => lag.partition === partition);
  if (found === undefined)
    throw new Error(`expected a partition ${partition} of ${topics.traceArrivals}`);
  return found.end;
}
