import { deadTopic, topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import { processorGroup } from '../../services/processor/service.ts';
import { until } from './until.ts';

/** What a test can see through the engines. */
export const observed = (platform: Pick<Platform, 'topicLog'>) => ({
  /** Waits until everything that was accepted can be read. */
  caughtUp: () =>
    until('everything accepted to be processed', async () => {
      const lags = await platform.topicLog.lag(processorGroup, topics.spans);
      return lags.every(({ committed, end }) => committed >= end);
    }),
  /** Records on `spans` that could not be processed. */
  deadLetters: async () => {
    const lags = await platform.topicLog.lag('test', deadTopic(topics.spans));
    return lags.reduce((sum, { end }) => sum + end, 0);
  },
});
