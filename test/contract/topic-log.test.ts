import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ProducerFenced } from '../../platform/errors.ts';
import { type LmdbTopicLogOptions, openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import { nodeRuns } from '../support/command.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { topicLogContract } from './topic-log.contract.ts';
import { readsLikeLists, standsInsideOfOneCommit } from './topic-log-values.ts';

const lmdb = (options: Partial<LmdbTopicLogOptions>) => async () => {
  const folder = await temporaryFolder();
  return {
    open: () => openLmdbTopicLog({ folder: folder.path, reassignPauseMs: 5, ...options }),
    dispose: folder.remove,
  };
};

topicLogContract('lmdb', lmdb({}));
topicLogContract('lmdb that reads everything from the disk', lmdb({ recentBytesMax: 0 }));
topicLogContract('lmdb that keeps little in memory', lmdb({ recentBytesMax: 200 }));

/** Blocks of its data file. */
const bytesOf = async (folder: string): Promise<number> =>
  (await stat(join(folder, 'data.mdb'))).blocks * 512;

const all = { recordsMax: 100_000, bytesMax: 1_000_000_000 };

describe('topic log: lmdb alone', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  const opened: TopicLog[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    for (const log of opened.splice(0)) await log.close();
    await folder.remove();
  });

  const open = async (options: Partial<LmdbTopicLogOptions> = {}): Promise<TopicLog> => {
    const log = await openLmdbTopicLog({ folder: folder.path, reassignPauseMs: 5, ...options });
    opened.push(log);
    return log;
  };
  const consume = async (log: TopicLog, topic: string) => {
    const assigned: AssignedPartition[] = [];
    const consumer = await log.consume({
      group: 'group',
      topic,
      run: async partition => {
        assigned.push(partition);
        if (!partition.signal.aborted) await once(partition.signal, 'abort');
      },
      onFailed: assert.ifError,
    });
    const owner = () => assigned.find(({ signal }) => !signal.aborted);
    return { ...consumer, owner };
  };

  describe('killed', () => {
    it('has every record that was answered, at its place and without holes', async () => {
      const answered = await appendUntilKilled(folder.path, 'spans', 1_500);
      const log = await open();
      const kept = new Map<string, string>();
      for (let partition = 0; partition < 2; partition++) {
        const records = await log.read('spans', { partition, offset: 0 }, all);
        for (const [index, { offset, key, value }] of records.entries()) {
          assert.equal(offset, index);
          assert.equal(Buffer.from(value).toString().trimEnd(), key);
          kept.set(`${partition}/${offset}`, key);
        }
        const [next] = await log.append('spans', [
          { key: 'k', partition, value: Buffer.alloc(1), headers: {} },
        ]);
        assert.equal(next?.offset, records.length);
      }
      assert.ok(answered.length >= 1_500);
      for (const { value, partition, offset } of answered)
        assert.equal(kept.get(`${partition}/${offset}`), value);
    });
  });

  describe('the newest consumer of a group', () => {
    it('takes over, and the one before it goes on when it leaves', async () => {
      const log = await open();
      await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
      const first = await consume(log, 'spans');
      const former = first.owner();
      const second = await consume(log, 'spans');
      assert.equal(first.owner(), undefined);
      assert.ok(second.owner());
      await assert.rejects(async () => former?.commit({ offset: 1, metadata: '' }), ProducerFenced);
      await second.stop();
      assert.ok(first.owner());
      assert.notEqual(first.owner(), former);
      await first.stop();
      assert.equal(first.owner(), undefined);
    });

    it('sees the commit that was on its way when it took over', async () => {
      const log = await open();
      await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
      const first = await consume(log, 'spans');
      const commit = first.owner()?.commit({ offset: 3, metadata: 'last' });
      const second = await consume(log, 'spans');
      assert.deepEqual(await second.owner()?.committed(), { offset: 3, metadata: 'last' });
      await commit;
    });
  });

  describe('records of one commit', () => {
    for (const [where, recentBytesMax] of [
      ['the disk', 0],
      ['memory as far as they are there', 20_000],
    ] as const) {
      it(`are read from ${where} as if each lay alone, at every offset and limit`, async () => {
        const folders: TemporaryFolder[] = [];
        await readsLikeLists(async () => {
          const own = await temporaryFolder();
          folders.push(own);
          return open({ folder: own.path, recentBytesMax });
        });
        for (const own of folders) await own.remove();
      });
    }

    it('are found by any of their offsets', async () => {
      await standsInsideOfOneCommit(await open({ recentBytesMax: 0 }));
    });

    it('take a fraction of the disk that they took alone', async () => {
      const log = await open();
      await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
      const headers = { organization: 'b6e1f9a8-0000-4000-8000-000000000001', format: 'protobuf' };
      const record = (n: number) => ({ key: `${n}`, value: Buffer.from(`GET /${n}`), headers });
      const records = Array.from({ length: 60_000 }, (_, n) => record(n));
      const before = await bytesOf(folder.path);
      await log.append('spans', records);
      const perRecord = ((await bytesOf(folder.path)) - before) / records.length;
      assert.ok(perRecord < 20, `${perRecord} bytes a record`);
    });
  });

  describe('a record that is alone in its commit', () => {
    it('takes a fraction of the disk from some size on, and is read as it was', async () => {
      const log = await open({ recentBytesMax: 0 });
      await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
      const value = (n: number) => Buffer.from(`GET /orders/${n} `.repeat(500));
      const count = 200;
      const before = await bytesOf(folder.path);
      for (let n = 0; n < count; n++)
        await log.append('spans', [{ key: `${n}`, value: value(n), headers: {} }]);
      const perRecord = ((await bytesOf(folder.path)) - before) / count;
      assert.ok(perRecord < 1_000, `${perRecord} bytes a record`);
      for (const offset of [0, 1, count - 1]) {
        const [record] = await log.read('spans', { partition: 0, offset }, all);
        assert.deepEqual([record?.offset, record?.value], [offset, value(offset)]);
      }
    });
  });

  describe('retention', () => {
    const hourMs = 3_600_000;
    const topic = { topic: 'spans', partitions: 2, retentionMs: hourMs };
    const append = async (log: TopicLog, partition: number, values: readonly string[]) => {
      for (const value of values)
        await log.append('spans', [
          { key: 'k', partition, value: Buffer.from(value), headers: {} },
        ]);
    };
    const oldest = async (log: TopicLog, partition: number): Promise<number | undefined> =>
      (await log.read('spans', { partition, offset: 0 }, all))[0]?.offset;

    it('takes what is older, to the last record, and goes on counting', async () => {
      const time = { nowMs: 1_000_000 };
      const options = { clock: () => time.nowMs, retentionSweepMs: 2 };
      const log = await open(options);
      await log.createTopics([topic]);
      await append(log, 0, ['a', 'b']);
      time.nowMs += hourMs;
      await append(log, 0, ['c']);
      assert.equal(await oldest(log, 0), 0);
      time.nowMs += 1;
      await until('two records trimmed', async () => (await oldest(log, 0)) === 2);
      time.nowMs += hourMs;
      await until('all records trimmed', async () => (await oldest(log, 0)) === undefined);
      await log.close();

      const again = await open(options);
      const [place] = await again.append('spans', [
        { key: 'k', partition: 0, value: Buffer.from('d'), headers: {} },
      ]);
      assert.deepEqual(place, { partition: 0, offset: 3 });
      assert.deepEqual(await again.lag('nobody', 'spans'), [
        { group: 'nobody', topic: 'spans', partition: 0, committed: 3, end: 4 },
        { group: 'nobody', topic: 'spans', partition: 1, committed: 0, end: 0 },
      ]);
    });

    it('leaves what a group that committed has still to read', async () => {
      const time = { nowMs: 1_000_000 };
      const log = await open({ clock: () => time.nowMs, retentionSweepMs: 2 });
      await log.createTopics([{ ...topic, partitions: 1 }]);
      await append(log, 0, ['a', 'b', 'c', 'd']);
      const consumer = await consume(log, 'spans');
      await consumer.owner()?.commit({ offset: 2, metadata: '' });
      time.nowMs += 2 * hourMs;
      await until('two records trimmed', async () => (await oldest(log, 0)) === 2);
      await append(log, 0, ['e']);
      assert.equal(await oldest(log, 0), 2);
      await consumer.owner()?.commit({ offset: 4, metadata: '' });
      await until('four records trimmed', async () => (await oldest(log, 0)) === 4);
      await consumer.stop();
    });

    it('may begin inside of what one commit wrote, also after a restart', async () => {
      const time = { nowMs: 1_000_000 };
      const options = { clock: () => time.nowMs, retentionSweepMs: 2, recentBytesMax: 0 };
      const log = await open(options);
      await log.createTopics([{ ...topic, partitions: 1 }]);
      const values = ['a', 'b', 'c', 'd'].map(text => Buffer.from(text));
      await log.append(
        'spans',
        values.map(value => ({ key: 'k', partition: 0, value, headers: {} })),
      );
      const consumer = await consume(log, 'spans');
      await consumer.owner()?.commit({ offset: 2, metadata: '' });
      time.nowMs += 2 * hourMs;
      await until('two records trimmed', async () => (await oldest(log, 0)) === 2);
      await log.close();
      const again = await open(options);
      const kept = await again.read('spans', { partition: 0, offset: 0 }, all);
      assert.deepEqual(
        kept.map(({ offset, value }) => [offset, Buffer.from(value).toString()]),
        [
          [2, 'c'],
          [3, 'd'],
        ],
      );
      const owner = (await consume(again, 'spans')).owner();
      await owner?.commit({ offset: 4, metadata: '' });
      await until('all trimmed', async () => (await oldest(again, 0)) === undefined);
      const [place] = await again.append('spans', [
        { key: 'k', partition: 0, value: Buffer.from('e'), headers: {} },
      ]);
      assert.equal(place?.offset, 4);
    });

    it('trims more than one transaction may remove', async () => {
      const time = { nowMs: 1_000_000 };
      const log = await open({ clock: () => time.nowMs, retentionSweepMs: 2 });
      await log.createTopics([topic]);
      const records = Array.from({ length: 2_500 }, (_, n) => ({
        key: `${n}`,
        partition: 1,
        value: Buffer.from(`${n}`),
        headers: {},
      }));
      await log.append('spans', records);
      time.nowMs += 2 * hourMs;
      await until('everything trimmed', async () => (await oldest(log, 1)) === undefined);
    });
  });

  it('has copied a value when append returns', async () => {
    const log = await open();
    await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
    const value = Buffer.from('before');
    const appended = log.append('spans', [{ key: 'k', value, headers: {} }]);
    value.fill('x');
    await appended;
    const [record] = await log.read('spans', { partition: 0, offset: 0 }, all);
    assert.equal(record && Buffer.from(record.value).toString(), 'before');
  });

  it('finishes what was appended before it is closed', async () => {
    const log = await open();
    await log.createTopics([{ topic: 'spans', partitions: 1, retentionMs: 1 }]);
    const appends = Array.from({ length: 50 }, (_, n) =>
      log.append('spans', [{ key: 'k', value: Buffer.from(`${n}`), headers: {} }]),
    );
    await log.close();
    const places = (await Promise.all(appends)).flat();
    const again = await open();
    const records = await again.read('spans', { partition: 0, offset: 0 }, all);
    assert.deepEqual(
      records.map(({ value }) => Buffer.from(value).toString()),
      places.map(({ offset }) => `${offset}`),
    );
  });
});

type Answered = { readonly value: string; readonly partition: number; readonly offset: number };

/** Kills a process that appends with SIGKILL once it has had `answers`, and gives all it had. */
async function appendUntilKilled(
  folder: string,
  topic: string,
  answers: number,
): Promise<readonly Answered[]> {
  const script = new URL('./topic-log-writer.ts', import.meta.url);
  const writer = spawn(process.execPath, [...nodeRuns(script), folder, topic], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(writer, 'exit');
  const answered: Answered[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    // The last line may have been cut by the kill.
    if (line.endsWith('}')) answered.push(JSON.parse(line) as Answered);
    if (answered.length === answers) writer.kill('SIGKILL');
  }
  await exited;
  return answered;
}
