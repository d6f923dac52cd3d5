import { retryUntilDone } from '../async/retry-until-done.ts';
import { unlessUnavailable } from '../errors.ts';
import type { TopicLog, TopicSpec } from './port.ts';

/**
 * The same log, whose topics are created before it is used first, so that a process may start before
 * its engine. While they cannot be created, every use throws what stood in the way, but for
 * consumers, which join when they can: all of them wait for one try, or a start would take as many.
 */
export function withTopics(log: TopicLog, specs: readonly TopicSpec[]): TopicLog {
  const ready = retryUntilDone(() => log.createTopics(specs));
  let tried: Promise<void> | undefined;
  const after =
    <Given extends readonly unknown[], Result>(use: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await ready();
      return use(...given);
    };
  return {
    createTopics: log.createTopics,
    partitions: after(log.partitions),
    append: after(log.append),
    read: after(log.read),
    lag: after(log.lag),
    check: after(log.check),
    consume: async options => {
      tried ??= ready().catch(unlessUnavailable);
      await tried;
      return log.consume(options);
    },
    close: log.close,
  };
}
