import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { AdminContext } from './context.ts';

type ConsumerLag = NonNullable<ResponseOf<'adminStatus'>['consumers']>[number];

/** What the consumer groups have left to read, by partition. */
export async function readConsumerLag({
  platform,
  consumers,
}: Pick<AdminContext, 'platform' | 'consumers'>): Promise<ConsumerLag[]> {
  const lags = await Promise.all(
    consumers.map(({ group, topic }) => platform.topicLog.lag(group, topic)),
  );
  return lags.flat().map(({ group, topic, partition, committed, end }) => ({
    group,
    topic,
    partition,
    committed,
    end,
    lag: Math.max(0, end - committed),
  }));
}
