import type { LogRecord, PartitionOffset, TopicLog } from '../../platform/topic-log/port.ts';
import { consumers, topics } from '../../schemas/topics.ts';
import { minuteSeconds } from './core/anomalies/parameters.ts';
import { evaluationLimits } from './core/slots.ts';

type Log = { readonly topicLog: Pick<TopicLog, 'read' | 'lag'> };

export type EvaluatorStart = {
  readonly offset: number;
  /** The first minute of which the log has all spans from there on, but for very late ones; 0: it has all. */
  readonly wholeFrom: number;
};

/**
 * Where an evaluator begins that has no state of a partition: at the first record that may belong to a window of the
 * longest look-back.
 */
export async function findStart(
  partition: number,
  { topicLog, clock }: Log & { readonly clock: () => number },
): Promise<EvaluatorStart> {
  const sinceMs = clock() - evaluationLimits.keptSeconds * 1000;
  const offset = await firstSince(partition, sinceMs, { topicLog });
  if (offset === 0) return { offset, wholeFrom: 0 };
  const first = await recordAt({ partition, offset }, { topicLog });
  const fromMs = first?.appendedAtMs ?? clock();
  const wholeFromMs = fromMs + evaluationLimits.lateSeconds * 1000;
  return { offset, wholeFrom: Math.ceil(wholeFromMs / (minuteSeconds * 1000)) };
}

/** The first record of a partition that is kept. */
export const oldestRecord = (partition: number, log: Log): Promise<LogRecord | undefined> =>
  recordAt({ partition, offset: 0 }, log);

/** Offset that the next record of a partition will get. */
export async function endOf(partition: number, { topicLog }: Log): Promise<number> {
  const { group, topic } = consumers.windows;
  const lag = (await topicLog.lag(group, topic)).find(one => one.partition === partition);
  return lag?.end ?? 0;
}

/** The first record that was appended at an instant or later, or the end. Found by bisection over these times. */
export async function firstSince(partition: number, sinceMs: number, log: Log): Promise<number> {
  let low = (await oldestRecord(partition, log))?.offset ?? 0;
  let high = Math.max(low, await endOf(partition, log));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const record = await recordAt({ partition, offset: middle }, log);
    if (record === undefined || record.appendedAtMs >= sinceMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

const recordAt = async (
  place: PartitionOffset,
  { topicLog }: Log,
): Promise<LogRecord | undefined> =>
  (await topicLog.read(topics.windows, place, { recordsMax: 1, bytesMax: 1 }))[0];
