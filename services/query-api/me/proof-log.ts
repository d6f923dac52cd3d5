import { oldestRecord } from '../../../projections/alerts/replay/windows-log.ts';
import { topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { createLatestValue } from '../latest-value.ts';
import type { QueryShared } from '../shared.ts';

/**
 * From when on the log is kept from which alerts are computed once more, in Unix ms: of the partition that reaches back
 * least. 0: nothing was ever trimmed. Undefined while the log is unavailable.
 */
export function openProofLog({
  topicLog,
}: Pick<QueryShared, 'topicLog'>): () => Promise<number | undefined> {
  const keptSince = async (partition: number): Promise<number> => {
    const oldest = await oldestRecord(partition, { topicLog });
    return oldest === undefined || oldest.offset === 0 ? 0 : oldest.appendedAtMs;
  };
  const read = async (): Promise<number> => {
    const partitions = await topicLog.partitions(topics.windows);
    return Math.max(
      0,
      ...(await Promise.all(Array.from({ length: partitions }, (_, at) => keptSince(at)))),
    );
  };
  return createLatestValue(read, {
    freshMs: limits.proofLogFreshMs,
    waitMs: limits.watermarkWaitMs,
  });
}
