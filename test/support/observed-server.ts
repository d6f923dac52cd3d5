import { deadTopic, topics } from '../../schemas/topics.ts';
import type { Platform } from '../../services/open.ts';
import { processorLags } from './processor-lags.ts';
import { startServer } from './server.ts';
import { until } from './until.ts';
import { closeTestWarehouse } from './warehouse.ts';

export type ObservedServer = Awaited<ReturnType<typeof startObservedServer>>;

/** A whole server whose engines a test can look into. */
export async function startObservedServer(options: Parameters<typeof startServer>[0] = {}) {
  await closeTestWarehouse();
  const { wrap = platform => platform } = options;
  let seen: Platform | undefined;
  const server = await startServer({
    ...options,
    wrap: platform => {
      seen = platform;
      return wrap(platform);
    },
  });
  if (seen === undefined) throw new Error('expected the server to open its engines');
  const platform = seen;
  return { ...server, ...observed(platform), platform };
}

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
      [topics.spans, topics.metrics].map(topic => platform.topicLog.lag('test', deadTopic(topic))),
    );
    return lags.flat().reduce((sum, { end }) => sum + end, 0);
  },
});
