import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { topicSpecs } from '../../services/topic-specs.ts';

const oldPartitions = 4;
const specs = topicSpecs(undefined, { topicsMs: 86_400_000 });

/** The topics of an embedded log as version 0.1 created them. */
export async function createOldTopics(
  folder: string,
  only: readonly string[] = specs.map(({ topic }) => topic),
): Promise<void> {
  const log = await openLmdbTopicLog({ folder });
  const some = specs.filter(({ topic }) => only.includes(topic));
  await log.createTopics(some.map(spec => ({ ...spec, partitions: oldPartitions })));
  await log.close();
}
