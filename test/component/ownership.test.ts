import { deepEqual, equal } from 'node:assert/strict';
import { untilAborted } from '../../platform/async/until-aborted.ts';
import { type Ownership, startOwner } from '../../platform/consumers/ownership.ts';
import { openLog } from '../../platform/log.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const log = openLog({ level: 'silent', pretty: false });
const ids = Array.from({ length: 40 }, (_, index) => `id-${index}`);

describe('ownership', () => {
  let folder: TemporaryFolder;
  let topicLog: TopicLog;

  beforeEach(async () => {
    folder = await temporaryFolder();
    topicLog = await openLmdbTopicLog({ folder: folder.path, reassignPauseMs: 5 });
    await topicLog.createTopics([{ topic: 'work', partitions: 4, retentionMs: 1_000 }]);
  });
  afterEach(async () => {
    await topicLog.close();
    await folder.remove();
  });

  /** An owner of everything that its log lets it own, with what it owns now. */
  async function owner(from: Pick<TopicLog, 'consume' | 'partitions'>) {
    let now: Ownership | undefined;
    const work = async (ownership: Ownership): Promise<void> => {
      now = ownership;
      await untilAborted(ownership.signal);
      now = undefined;
    };
    const running = await startOwner({ topicLog: from, group: 'owners', topic: 'work', log, work });
    return { ...running, owned: () => ids.filter(id => now?.owns(id) === true) };
  }

  it('gives every id to one of two owners, and all of them to the one that is left', async () => {
    const first = await owner(onlyPartitions(topicLog, [0, 1]));
    const second = await owner(onlyPartitions(topicLog, [2, 3]));
    await until('all ids to be owned', () => first.owned().length + second.owned().length === 40);
    deepEqual([...first.owned(), ...second.owned()].sort(), [...ids].sort());
    equal(first.owned().length > 0 && second.owned().length > 0, true);
    await first.stop();
    equal(first.owned().length, 0);
    const third = await owner(topicLog);
    await until('all ids to be owned by the last', () => third.owned().length === 40);
    await second.stop();
    await third.stop();
  });

  it('begins the work again when it ends with an error', async () => {
    let begun = 0;
    const work = async (): Promise<void> => {
      begun++;
      throw new Error('interrupted');
    };
    const running = await startOwner({ topicLog, group: 'owners', topic: 'work', log, work });
    await until('a second beginning', () => begun > 1);
    await running.stop();
  });
});

/** Hands out some partitions only, as a group with another member does. */
const onlyPartitions = (topicLog: TopicLog, some: readonly number[]): TopicLog => ({
  ...topicLog,
  consume: options =>
    topicLog.consume({
      ...options,
      group: `${options.group}-${some.join('-')}`,
      run: partition =>
        some.includes(partition.partition)
          ? options.run(partition)
          : untilAborted(partition.signal),
    }),
});
