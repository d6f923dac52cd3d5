import { topics } from '../../schemas/topics.ts';
import { isWaiting, readDeadLetters } from '../../services/admin/dead/dead-letters.ts';
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
  /** Records that could not be processed and were not sent again. */
  deadLetters: async () => {
    const found = [topics.spans, topics.metrics].map(topic =>
      readDeadLetters(platform.topicLog, { topic }),
    );
    return (await Promise.all(found)).flatMap(({ letters }) => letters.filter(isWaiting)).length;
  },
});
