import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../../platform/errors.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { NewRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import { type TickRecord, windowHeaders } from '../../../schemas/telemetry/window-record.ts';
import { recordVersion, topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';

export type Ticks = Running & {
  /** The windows of everything that partition `source` received up to an instant are published. */
  readonly reached: (source: number, receivedUpToMs: number) => void;
  /** The partition belongs to another process now. */
  readonly forget: (source: number) => void;
};

type TickOptions = {
  readonly topicLog: Pick<TopicLog, 'append' | 'partitions'>;
  readonly failed: (error: Error) => void;
};

/**
 * Publishes how far this process has come with its partitions of `spans`, once a second and in one
 * record for each partition of `windows`. Readers take the maximum, so one that is late or repeated does nothing.
 */
export function startTicks({ topicLog, failed }: TickOptions): Ticks {
  const reached = new Map<number, number>();
  const stopping = new AbortController();
  const publish = async (): Promise<void> => {
    if (reached.size === 0) return;
    const ticks = Array.from(reached, ([source, receivedUpToMs]) => ({ source, receivedUpToMs }));
    const sources = await topicLog.partitions(topics.spans);
    const partitions = await topicLog.partitions(topics.windows);
    await topicLog.append(topics.windows, tickRecords({ sources, ticks }, partitions));
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await publish().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        failed(error);
      });
      await sleep(limits.tickMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    reached: (source, receivedUpToMs) => {
      reached.set(source, Math.max(receivedUpToMs, reached.get(source) ?? 0));
    },
    forget: source => void reached.delete(source),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const tickRecords = (tick: TickRecord, partitions: number): NewRecord[] =>
  Array.from({ length: partitions }, (_, partition) => ({
    key: 'tick',
    partition,
    headers: { [windowHeaders.version]: recordVersion, [windowHeaders.kind]: 'tick' },
    value: Buffer.from(JSON.stringify(tick)),
  }));
