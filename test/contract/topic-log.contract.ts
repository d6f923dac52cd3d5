import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { consumersContract } from './topic-log-consumers.ts';
import {
  all,
  openTopicLogs,
  patient,
  type TopicLogEngine,
  text,
  textOf,
} from './topic-log-harness.ts';

export function topicLogContract(name: string, start: () => Promise<TopicLogEngine>): void {
  describe(`topic log: ${name}`, function () {
    this.timeout(60_000);
    const logs = openTopicLogs(start);
    const { newTopic, texts, join, running } = logs;
    let log: TopicLog;

    before(() => {
      log = logs.log();
    });

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

      it('keep the number of partitions that they have where another is only for new ones', async () => {
        const topic = await newTopic(3);
        await log.append(topic, [{ ...text('a', '1'), partition: 2 }]);
        const spec = { topic, partitions: 1, keepsPartitions: true, retentionMs: hourMs };
        await log.createTopics([spec]);
        assert.equal(await log.partitions(topic), 3);
        const [record] = await log.read(topic, { partition: 2, offset: 0 }, all);
        assert.equal(record && textOf(record), '1');
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
    });

    consumersContract(logs);

    it('has everything again when it is opened again', async () => {
      const topic = await newTopic(2);
      const group = `group-${randomUUID()}`;
      await log.append(topic, [{ ...text('k', 'kept'), partition: 1 }]);
      const consumer = await join(topic, group);
      const owner = await consumer.owner(1);
      await owner.commit({ offset: 1, metadata: 'note' });
      await consumer.stop();
      await log.close();

      log = await logs.reopen();
      assert.equal(await log.partitions(topic), 2);
      const [place] = await log.append(topic, [{ ...text('k', 'next'), partition: 1 }]);
      assert.deepEqual(place, { partition: 1, offset: 1 });
      assert.deepEqual(await texts(topic, 1), ['kept', 'next']);
      const lag = await log.lag(group, topic);
      assert.equal(lag.find(({ partition }) => partition === 1)?.committed, 1);
    });

    it('closed ends what waits and takes nothing more', async () => {
      const topic = await newTopic(1);
      const consumer = await join(topic);
      const owner = await consumer.owner();
      const waiting = owner.read(0, patient);
      await log.check();
      await log.close();
      assert.deepEqual(await waiting, []);
      await assert.rejects(log.append(topic, [text('k', 'late')]), Unavailable);
      await assert.rejects(log.check(), Unavailable);
      await log.close();
      running.length = 0;
      log = await logs.reopen();
      assert.deepEqual(await texts(topic), []);
    });
  });
}
