import type { TopicLog } from '../../platform/topic-log/port.ts';
import { consumers, topics } from '../../schemas/topics.ts';

/** How far the processor has come on each of its topics, partition by partition. */
export async function processorLags(topicLog: TopicLog) {
  const lags = await Promise.all([
    topicLog.lag(consumers.spans.group, topics.spans),
    topicLog.lag(consumers.metrics.group, topics.metrics),
    topicLog.lag(consumers.samples.group, topics.samples),
  ]);
  return lags.flat();
}
