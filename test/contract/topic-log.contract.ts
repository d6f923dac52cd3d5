import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Fenced, Unavailable } from '../../platform/errors.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { AssignedPartition, NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { until } from '../support/until.ts';

export type TopicLogEngine = {
  /** The log over one and the same engine: what an earlier one appended is there. */
  readonly open: () => Promise<TopicLog>;
  readonly dispose: () => Promise<void>;
};

const hourMs = 3_600_000;
const all = { recordsMax: 10_000, bytesMax: 100_000_000 };
const atOnce = { ...all, waitMs: 0 };
const patient = { ...all, waitMs: 15_000 };

export function topicLogContract(name: string, start: () => Promise<TopicLogEngine>): void {
  describe(`topic log: ${name}`, function () {
    this.timeout(60_000);
    let engine: TopicLogEngine;
    let log: TopicLog;
    const running: Running[] = [];

    before(async () => {
      engine = await start();
      log = await engine.open();
    });
    afterEach(async () => {
      for (const one of running.splice(0)) await one.stop();
    });
    after(async () => {
      await log.close();
      await engine.dispose();
    });

    const newTopic = async (partitions: number): Promise<string> => {
      const topic = `topic-${randomUUID()}`;
      await log.createTopics([{ topic, partitions, retentionMs: hourMs }]);
      return topic;
    };
    const texts = async (topic: string, partition = 0): Promise<string[]> =>
      (await log.read(topic, { partition, offset: 0 }, all)).map(textOf);

    /** Joins a group and keeps what it is given for as long as it owns it. */
    const join = async (topic: string, group: string) => {
      const assigned: AssignedPartition[] = [];
      const failures: unknown[] = [];
      const consumer = await log.consume({
        group,
        topic,
        run: async partition => {
          assigned.push(partition);
          await aborted(partition.signal);
        },
        failed: error => failures.push(error),
      });
      running.push(consumer);
      const live = () => assigned.find(({ signal }) => !signal.aborted);
      return { ...consumer, assigned, failures, live };
    };

    describe('topics', () => {
      it('are there once created, and creating them again changes nothing', async () => {
        const topic = await newTopic(3);
        await log.append(topic, [text('a', '1')]);
        await log.createTopics([{ topic, partitions: 3, retentionMs: hourMs }]);
        assert.equal(await log.partitions(topic), 3);
      });

      it('refuse another number of partitions by name', async () => {
        const topic = await newTopic(3);
        const other = log.createTopics([{ topic, partitions: 4, retentionMs: hourMs }]);
        await assert.rejects(other, error => String(error).includes(topic));
        assert.equal(await log.partitions(topic), 3);
      });

      it('are created side by side', async () => {
        const names = await Promise.all(Array.from({ length: 5 }, () => newTopic(1)));
        for (const topic of names) await log.append(topic, [text('k', topic)]);
        for (const topic of names) assert.deepEqual(await texts(topic), [topic]);
      });
    });

    describe('append', () => {
      it('gives back key, value, headers and time', async () => {
        const topic = await newTopic(1);
        const value = Uint8Array.from({ length: 256 }, (_, byte) => byte);
        const key = 'schlüssel-鍵-🔑-\u0000-end';
        const headers = { organization: 'Größe', 'key-id': '', emoji: '👩‍🚀' };
        const beforeMs = Date.now();
        const places = await log.append(topic, [{ key, value, headers }]);
        assert.deepEqual(places, [{ partition: 0, offset: 0 }]);
        const [record] = await log.read(topic, { partition: 0, offset: 0 }, all);
        assert.ok(record);
        assert.equal(record.key, key);
        assert.deepEqual(Uint8Array.from(record.value), value);
        assert.deepEqual(record.headers, headers);
        assert.ok(record.appendedAtMs >= beforeMs && record.appendedAtMs <= Date.now());
      });

      it('takes empty values, empty headers and no records at all', async () => {
        const topic = await newTopic(1);
        assert.deepEqual(await log.append(topic, []), []);
        await log.append(topic, [{ key: 'k', value: new Uint8Array(0), headers: {} }]);
        const [record] = await log.read(topic, { partition: 0, offset: 0 }, all);
        assert.equal(record?.value.length, 0);
        assert.deepEqual(record?.headers, {});
      });

      it('chooses the partition as producers of Kafka do', async () => {
        const topic = await newTopic(5);
        const keys = ['21', 'foobar', 'a-little-bit-long-string', 'abc'];
        const places = await log.append(
          topic,
          keys.map(key => text(key, key)),
        );
        assert.deepEqual(
          places.map(({ partition }) => partition),
          [0, 1, 2, 2],
        );
      });

      it('lets the sender choose, within the partitions there are', async () => {
        const topic = await newTopic(2);
        const places = await log.append(topic, [
          { ...text('k', '1'), partition: 1 },
          { ...text('k', '2'), partition: 0 },
          { ...text('k', '3'), partition: 1 },
        ]);
        assert.deepEqual(places, [
          { partition: 1, offset: 0 },
          { partition: 0, offset: 0 },
          { partition: 1, offset: 1 },
        ]);
        await assert.rejects(log.append(topic, [{ ...text('k', '4'), partition: 2 }]));
      });

      it('keeps the order of one sender and loses nothing of many', async () => {
        const topic = await newTopic(2);
        const send = async (sender: number): Promise<void> => {
          for (let n = 0; n < 25; n++)
            await log.append(topic, [text(`sender-${sender}`, `${sender}:${n}`)]);
        };
        await Promise.all(Array.from({ length: 16 }, (_, sender) => send(sender)));
        const seen = [...(await texts(topic, 0)), ...(await texts(topic, 1))];
        assert.equal(seen.length, 16 * 25);
        for (let sender = 0; sender < 16; sender++) {
          const own = seen.filter(value => value.startsWith(`${sender}:`));
          assert.deepEqual(
            own,
            Array.from({ length: 25 }, (_, n) => `${sender}:${n}`),
          );
        }
      });

      it('leaves no hole between offsets', async () => {
        const topic = await newTopic(1);
        const appends = Array.from({ length: 40 }, (_, n) =>
          log.append(topic, [text('k', `${n}a`), text('k', `${n}b`)]),
        );
        const places = (await Promise.all(appends)).flat();
        assert.deepEqual(
          places.map(({ offset }) => offset).sort((left, right) => left - right),
          Array.from({ length: 80 }, (_, n) => n),
        );
        const read = await log.read(topic, { partition: 0, offset: 0 }, all);
        assert.deepEqual(
          read.map(({ offset }) => offset),
          Array.from({ length: 80 }, (_, n) => n),
        );
      });

      it('takes a value of a million bytes', async () => {
        const topic = await newTopic(1);
        const value = Buffer.alloc(1_000_000, 'tide');
        await log.append(topic, [{ key: 'k', value, headers: {} }, text('k', 'small')]);
        const [big, small] = await log.read(topic, { partition: 0, offset: 0 }, all);
        assert.ok(big && Buffer.from(big.value).equals(value));
        assert.equal(small && textOf(small), 'small');
      });

      it('refuses a topic that does not exist', async () => {
        await assert.rejects(log.append(`no-${randomUUID()}`, [text('k', '1')]));
      });
    });

    describe('read', () => {
      it('ends at the number of records and at the record that crosses the bytes', async () => {
        const topic = await newTopic(1);
        await log.append(
          topic,
          Array.from({ length: 6 }, (_, n) => text('k', `value-${n}`)),
        );
        const read = (recordsMax: number, bytesMax: number, offset = 0) =>
          log.read(topic, { partition: 0, offset }, { recordsMax, bytesMax });
        assert.deepEqual((await read(2, 1_000)).map(textOf), ['value-0', 'value-1']);
        assert.deepEqual((await read(2, 1_000, 4)).map(textOf), ['value-4', 'value-5']);
        assert.deepEqual((await read(10, 1)).map(textOf), ['value-0']);
        assert.deepEqual((await read(10, 8)).map(textOf), ['value-0', 'value-1']);
      });

      it('is empty at the end', async () => {
        const topic = await newTopic(1);
        await log.append(topic, [text('k', '1')]);
        assert.deepEqual(await log.read(topic, { partition: 0, offset: 1 }, all), []);
      });

      it('of an owner answers at once or waits for the first record, as it is asked', async () => {
        const topic = await newTopic(1);
        const consumer = await join(topic, `group-${randomUUID()}`);
        const owner = await until('an assignment', consumer.live);
        assert.deepEqual(await owner.read(0, atOnce), []);
        const waiting = owner.read(0, patient);
        await log.append(topic, [text('k', 'news')]);
        assert.deepEqual((await waiting).map(textOf), ['news']);
        assert.deepEqual((await owner.read(0, atOnce)).map(textOf), ['news']);
      });

      it('of an owner is not woken by another partition', async () => {
        const topic = await newTopic(2);
        const consumer = await join(topic, `group-${randomUUID()}`);
        const owner = await until('partition 1', () =>
          consumer.assigned.find(({ partition, signal }) => partition === 1 && !signal.aborted),
        );
        const waiting = owner.read(0, patient);
        await log.append(topic, [{ ...text('k', 'elsewhere'), partition: 0 }]);
        await log.append(topic, [{ ...text('k', 'here'), partition: 1 }]);
        assert.deepEqual((await waiting).map(textOf), ['here']);
      });

      it('that waits ends when the partition is lost', async () => {
        const topic = await newTopic(1);
        const consumer = await join(topic, `group-${randomUUID()}`);
        const owner = await until('an assignment', consumer.live);
        const waiting = owner.read(0, patient);
        await consumer.stop();
        assert.deepEqual(await waiting, []);
      });
    });

    describe('commit', () => {
      it('is undefined at first, and then what was committed, with its note', async () => {
        const topic = await newTopic(1);
        const group = `group-${randomUUID()}`;
        const first = await join(topic, group);
        const owner = await until('an assignment', first.live);
        assert.equal(await owner.committed(), undefined);
        await owner.commit({ offset: 0, metadata: '0-41' });
        assert.deepEqual(await owner.committed(), { offset: 0, metadata: '0-41' });
        await owner.commit({ offset: 42, metadata: '' });
        await first.stop();

        const second = await join(topic, group);
        const next = await until('an assignment', second.live);
        assert.deepEqual(await next.committed(), { offset: 42, metadata: '' });
      });

      it('belongs to its group and its partition', async () => {
        const topic = await newTopic(2);
        const group = `group-${randomUUID()}`;
        const consumer = await join(topic, group);
        const ownerOf = (wanted: number) =>
          until(`partition ${wanted}`, () =>
            consumer.assigned.find(
              ({ partition, signal }) => partition === wanted && !signal.aborted,
            ),
          );
        await (await ownerOf(0)).commit({ offset: 7, metadata: 'note' });
        assert.equal(await (await ownerOf(1)).committed(), undefined);
        const other = await join(topic, `other-${randomUUID()}`);
        const stranger = await until('partition 0', () =>
          other.assigned.find(({ partition, signal }) => partition === 0 && !signal.aborted),
        );
        assert.equal(await stranger.committed(), undefined);
      });

      it('of a consumer that left is fenced and changes nothing', async () => {
        const topic = await newTopic(1);
        const group = `group-${randomUUID()}`;
        const first = await join(topic, group);
        const former = await until('an assignment', first.live);
        await former.commit({ offset: 5, metadata: 'kept' });
        await first.stop();
        assert.ok(former.signal.aborted);
        await assert.rejects(former.commit({ offset: 9, metadata: 'late' }), Fenced);

        const second = await join(topic, group);
        const owner = await until('an assignment', second.live);
        assert.deepEqual(await owner.committed(), { offset: 5, metadata: 'kept' });
        await assert.rejects(former.commit({ offset: 9, metadata: 'later' }), Fenced);
        assert.deepEqual(await owner.committed(), { offset: 5, metadata: 'kept' });
      });

      it('of a former owner is fenced when another consumer joined', async () => {
        const topic = await newTopic(1);
        const group = `group-${randomUUID()}`;
        const first = await join(topic, group);
        const former = await until('an assignment', first.live);
        await former.commit({ offset: 5, metadata: 'kept' });
        const second = await join(topic, group);
        const owner = await until('a new owner', () =>
          former.signal.aborted ? (second.live() ?? first.live()) : undefined,
        );
        await assert.rejects(former.commit({ offset: 9, metadata: 'late' }), Fenced);
        assert.deepEqual(await owner.committed(), { offset: 5, metadata: 'kept' });
        await owner.commit({ offset: 6, metadata: '' });
        assert.deepEqual(await owner.committed(), { offset: 6, metadata: '' });
      });
    });

    describe('consume', () => {
      it('gives every partition to one owner', async () => {
        const topic = await newTopic(3);
        const consumer = await join(topic, `group-${randomUUID()}`);
        const owned = () => consumer.assigned.filter(({ signal }) => !signal.aborted);
        await until('three partitions', () => owned().length === 3);
        assert.deepEqual(
          owned()
            .map(({ partition }) => partition)
            .sort(),
          [0, 1, 2],
        );
      });

      it('gives a partition up when its run rejects, says why, and assigns it again', async () => {
        const topic = await newTopic(1);
        const assigned: AssignedPartition[] = [];
        const failures: unknown[] = [];
        const broken = new Error('no more');
        const consumer = await log.consume({
          group: `group-${randomUUID()}`,
          topic,
          run: async partition => {
            assigned.push(partition);
            if (failures.length === 0) throw broken;
            await aborted(partition.signal);
          },
          failed: (error, place) => failures.push([error, place]),
        });
        running.push(consumer);
        await until(
          'another run',
          () => failures.length > 0 && assigned.at(-1)?.signal.aborted === false,
        );
        assert.deepEqual(failures, [[broken, { topic, partition: 0 }]]);
        const [first] = assigned;
        assert.ok(first?.signal.aborted);
        await assert.rejects(first.commit({ offset: 1, metadata: '' }), Fenced);
      });

      it('stops twice as once, after its runs have ended', async () => {
        const topic = await newTopic(2);
        let ended = 0;
        let started = 0;
        const consumer = await log.consume({
          group: `group-${randomUUID()}`,
          topic,
          run: async ({ signal }) => {
            started++;
            await aborted(signal);
            await new Promise(setImmediate);
            ended++;
          },
          failed: assert.ifError,
        });
        await until('two runs', () => started === 2);
        await consumer.stop();
        assert.equal(ended, 2);
        await consumer.stop();
      });

      it('refuses a topic that does not exist', async () => {
        const options = { group: 'g', topic: `no-${randomUUID()}` };
        await assert.rejects(log.consume({ ...options, run: async () => {}, failed: () => {} }));
      });
    });

    it('tells how far a group is behind', async () => {
      const topic = await newTopic(2);
      const group = `group-${randomUUID()}`;
      await log.append(topic, [
        { ...text('k', '1'), partition: 1 },
        { ...text('k', '2'), partition: 1 },
        { ...text('k', '3'), partition: 0 },
      ]);
      const consumer = await join(topic, group);
      const owner = await until('partition 1', () =>
        consumer.assigned.find(({ partition, signal }) => partition === 1 && !signal.aborted),
      );
      await owner.commit({ offset: 1, metadata: '' });
      const lag = [...(await log.lag(group, topic))].sort((a, b) => a.partition - b.partition);
      assert.deepEqual(lag, [
        { group, topic, partition: 0, committed: 0, end: 1 },
        { group, topic, partition: 1, committed: 1, end: 2 },
      ]);
    });

    it('has everything again when it is opened again', async () => {
      const topic = await newTopic(2);
      const group = `group-${randomUUID()}`;
      await log.append(topic, [{ ...text('k', 'kept'), partition: 1 }]);
      const consumer = await join(topic, group);
      const owner = await until('partition 1', () =>
        consumer.assigned.find(({ partition, signal }) => partition === 1 && !signal.aborted),
      );
      await owner.commit({ offset: 1, metadata: 'note' });
      await consumer.stop();
      await log.close();

      log = await engine.open();
      assert.equal(await log.partitions(topic), 2);
      const [place] = await log.append(topic, [{ ...text('k', 'next'), partition: 1 }]);
      assert.deepEqual(place, { partition: 1, offset: 1 });
      assert.deepEqual(await texts(topic, 1), ['kept', 'next']);
      const lag = await log.lag(group, topic);
      assert.equal(lag.find(({ partition }) => partition === 1)?.committed, 1);
    });

    it('closed ends what waits and takes nothing more', async () => {
      const topic = await newTopic(1);
      const consumer = await join(topic, `group-${randomUUID()}`);
      const owner = await until('an assignment', consumer.live);
      const waiting = owner.read(0, patient);
      await log.check();
      await log.close();
      assert.deepEqual(await waiting, []);
      await assert.rejects(log.append(topic, [text('k', 'late')]), Unavailable);
      await assert.rejects(log.check(), Unavailable);
      await log.close();
      running.length = 0;
      log = await engine.open();
      assert.deepEqual(await texts(topic), []);
    });
  });
}

const text = (key: string, value: string): NewRecord => ({
  key,
  value: Buffer.from(value),
  headers: {},
});

const textOf = ({ value }: { readonly value: Uint8Array }): string => Buffer.from(value).toString();

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
