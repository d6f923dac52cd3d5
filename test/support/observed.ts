import { deadLetterTopic, topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import { processorLags } from './processor-lags.ts';
import { until } from './until.ts';

/** What a test can see through the engines. */
export const observed = (platform: Pick<Platform, 'topicLog'>) => ({
  /** Waits until everything that was accepted can be read. */
  caughtUp: () =>
    until('everything accepted to be processed', async () => {
      const lags = await processorLags(platform.topicLog);
      return lags.every(({ committed, end }) => committed >= end);
    }),
  /** Records that could not be processed. */
  deadLetters: async () => {
    const lags = await Promise.all(
      [topics.spans, topics.metrics].map(topic =>
        platform.topicLog.lag('test', deadLetterTopic(topic)),
      ),
    );
    return lags.flat().reduce((sum, { end }) => sum + end, 0);
  },
});
