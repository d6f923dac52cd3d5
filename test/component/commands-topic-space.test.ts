import { deepEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { AssignedPartition } from '../../platform/topic-log/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { topics } from '../../schemas/topics.ts';
import { topicSpecs } from '../../services/topic-specs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const commands = 40;
const commandBytes = 270_000;

describe('the embedded topic of commands', function () {
  this.timeout(60_000);

  it('reuses the space of commands an hour after they were decided, and keeps those that are not', async () => {
    const folder = await temporaryFolder();
    let nowMs = Date.now();
    const topicLog = await openLmdbTopicLog({
      folder: folder.path,
      clock: () => nowMs,
      retentionSweepMs: 10,
    });
    await topicLog.createTopics(topicSpecs(undefined, { topicsMs: 7 * 24 * hourMs }));
    const append = () =>
      topicLog.append(
        topics.commands,
        Array.from({ length: commands }, () => ({
          key: 'one',
          partition: 0,
          value: randomBytes(commandBytes),
          headers: {},
        })),
      );
    const first = async (): Promise<number> => {
      const place = { partition: 0, offset: 0 };
      const [record] = await topicLog.read(topics.commands, place, { recordsMax: 1, bytesMax: 1 });
      return record?.offset ?? -1;
    };
    let decided: AssignedPartition | undefined;
    const decider = await topicLog.consume({
      group: 'decider',
      topic: topics.commands,
      run: async partition => {
        if (partition.partition === 0) decided = partition;
        await new Promise(resolve => partition.signal.addEventListener('abort', resolve));
      },
      onFailed: () => undefined,
    });
    const sizes: number[] = [];
    for (let cycle = 1; cycle <= 6; cycle++) {
      await append();
      await decided?.commit({ offset: cycle * commands - 1, metadata: '' });
      nowMs += hourMs + 1;
      await until('the decided ones to go', async () => (await first()) === cycle * commands - 1);
      sizes.push((await stat(join(folder.path, 'data.mdb'))).size);
    }
    const [second = 0] = sizes.slice(1);
    ok((sizes.at(-1) ?? 0) <= second + commands * commandBytes, `the file grew: ${sizes}`);
    deepEqual(await first(), 6 * commands - 1);
    await decider.stop();
    await topicLog.close();
    await folder.remove();
  });
});
