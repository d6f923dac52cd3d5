import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { topics } from '../../../schemas/topics.ts';
import { adminLimits } from '../config.ts';
import { isWaiting, openDeadLetterReader } from './dead-letters.ts';

export type DeadLetterCount = { readonly topic: string; readonly count: number };

/**
 * How many dead letters of each topic wait, of the first `deadLettersMax`. A call reads only what came since the one before.
 *  now  of the monotonic clock, in milliseconds
 */
export function openDeadLetterCounts(
  topicLog: Pick<TopicLog, 'lag' | 'read'>,
  now = (): number => performance.now(),
): () => Promise<readonly DeadLetterCount[]> {
  let read = openDeadLetterReader(topicLog);
  let anewAtMs = now() + adminLimits.deadLettersAnewMs;
  return async () => {
    if (now() >= anewAtMs) {
      read = openDeadLetterReader(topicLog);
      anewAtMs = now() + adminLimits.deadLettersAnewMs;
    }
    const waiting = (await read()).letters.filter(isWaiting);
    return Object.values(topics).map(topic => ({
      topic,
      count: waiting.filter(letter => letter.topic === topic).length,
    }));
  };
}
