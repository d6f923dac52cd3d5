import { deepEqual, equal } from 'node:assert/strict';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { topics } from '../../schemas/topics.ts';
import { topicSpecs } from '../../services/topic-specs.ts';
import { createOldTopics } from '../support/old-folder.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const specs = topicSpecs(undefined, { topicsMs: 86_400_000 });
const all = { recordsMax: 100, bytesMax: 1_000_000 };

describe('the topics of a data folder', () => {
  let folder: TemporaryFolder;
  let log: TopicLog;

  const open = async (): Promise<void> => {
    log = await openLmdbTopicLog({ folder: folder.path, reassignPauseMs: 5 });
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await log.close();
    await folder.remove();
  });

  const counts = (): Promise<readonly number[]> =>
    Promise.all(specs.map(({ topic }) => log.partitions(topic)));

  it('have one partition for telemetry where they are new, and four for commands', async () => {
    await open();
    await log.createTopics(specs);
    const expected = specs.map(({ topic }) => (topic.startsWith(topics.commands) ? 4 : 1));
    deepEqual(await counts(), expected);
  });

  it('keep the four that an earlier version made, with their records and positions', async () => {
    await createOldTopics(folder.path);
    await open();
    await log.append(topics.spans, [
      { key: 'k', partition: 3, value: Buffer.from('a span'), headers: {} },
    ]);
    await log.createTopics(specs);
    await log.close();
    await open();
    await log.createTopics(specs);
    deepEqual(
      await counts(),
      specs.map(() => 4),
    );
    const [record] = await log.read(topics.spans, { partition: 3, offset: 0 }, all);
    equal(record && Buffer.from(record.value).toString(), 'a span');
    const consumed = new Set<number>();
    const running = await log.consume({
      group: 'processor',
      topic: topics.spans,
      onFailed: () => undefined,
      run: async ({ partition }) => void consumed.add(partition),
    });
    await running.stop();
    deepEqual([...consumed], [0, 1, 2, 3]);
  });

  it('are added to an old folder with the partitions of a new one', async () => {
    await createOldTopics(folder.path, [topics.spans]);
    await open();
    await log.createTopics(specs);
    equal(await log.partitions(topics.spans), 4);
    equal(await log.partitions(topics.metrics), 1);
  });
});
