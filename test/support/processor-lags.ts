import type { TopicLog } from '../../platform/topic-log/port.ts';
import { topics } from '../../schemas/topics.ts';
import { metricsGroup, processorGroup } from '../../services/processor/service.ts';

/** How far the processor has come on each of its topics, partition by partition. */
export async function processorLags(topicLog: TopicLog) {
  const lags = await Promise.all([
    topicLog.lag(processorGroup, topics.spans),
    topicLog.lag(metricsGroup, topics.metrics),
  ]);
  return lags.flat();
}
