import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../../platform/errors.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { NewRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import { type ReceivingRecord, windowHeaders } from '../../../schemas/telemetry/window-record.ts';
import { recordVersion, topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';

type MarkOptions = {
  readonly topicLog: Pick<TopicLog, 'append' | 'partitions'>;
  readonly clock: () => number;
};

/**
 * Says every few seconds that telemetry can be received here: this process runs, and the log takes records. Where no
 * process says so, what is missing is no silence of those who send.
 */
export function startReceivingMarks(options: MarkOptions): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await mark(options).catch((error: unknown) => {
        // Nothing can be received: that is what a missing mark says.
        if (!(error instanceof Unavailable)) throw error;
      });
      await sleep(limits.receivingMarkMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function mark({ topicLog, clock }: MarkOptions): Promise<void> {
  const receivingAtMs = clock();
  const partitions = await topicLog.partitions(topics.windows);
  const value = Buffer.from(JSON.stringify({ receivingAtMs } satisfies ReceivingRecord));
  const records = Array.from({ length: partitions }, (_, partition): NewRecord => {
    const headers = { [windowHeaders.version]: recordVersion, [windowHeaders.kind]: 'receiving' };
    return { key: 'receiving', partition, headers, value };
  });
  await topicLog.append(topics.windows, records);
}
