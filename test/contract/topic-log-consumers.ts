import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ProducerFenced } from '../../platform/errors.ts';
import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import { until } from '../support/until.ts';
import { aborted, atOnce, patient, type TopicLogs, text, textOf } from './topic-log-harness.ts';

/** What holds for those who read as members of a group. */
export function consumersContract(logs: TopicLogs): void {
  describe('a member of a group', () => {
    const { newTopic, join, running } = logs;
    let log: TopicLog;

    before(() => {
      log = logs.log();
    });

    describe('read', () => {
      it('answers at once or waits for the first record, as it is asked', async () => {
        const topic = await newTopic(1);
        const consumer = await join(topic);
        const owner = await consumer.owner();
        assert.deepEqual(await owner.read(0, atOnce), []);
        const waiting = owner.read(0, patient);
        await log.append(topic, [text('k', 'news')]);
        assert.deepEqual((await waiting).map(textOf), ['news']);
        assert.deepEqual((await owner.read(0, atOnce)).map(textOf), ['news']);
      });

      it('is not woken by another partition', async () => {
        const topic = await newTopic(2);
        const consumer = await join(topic);
        const owner = await consumer.owner(1);
        const waiting = owner.read(0, patient);
        await log.append(topic, [{ ...text('k', 'elsewhere'), partition: 0 }]);
        await log.append(topic, [{ ...text('k', 'here'), partition: 1 }]);
        assert.deepEqual((await waiting).map(textOf), ['here']);
      });

      it('ends when the partition is lost', async () => {
        const topic = await newTopic(1);
        const consumer = await join(topic);
        const owner = await consumer.owner();
        const waiting = owner.read(0, patient);
        await consumer.stop();
        assert.deepEqual(await waiting, []);
      });
    });

    describe('commit', () => {
      const kept = { offset: 5, metadata: 'kept' };
      /** The first of a group, which has committed what is kept. */
      const firstOwner = async () => {
        const [topic, group] = [await newTopic(1), `group-${randomUUID()}`];
        const first = await join(topic, group);
        const former = await first.owner();
        await former.commit(kept);
        return { topic, group, first, former };
      };

      it('is undefined at first, and then what was committed, with its note', async () => {
        const topic = await newTopic(1);
        const group = `group-${randomUUID()}`;
        const first = await join(topic, group);
        const owner = await first.owner();
        assert.equal(await owner.committed(), undefined);
        await owner.commit({ offset: 0, metadata: '0-41' });
        assert.deepEqual(await owner.committed(), { offset: 0, metadata: '0-41' });
        await owner.commit({ offset: 42, metadata: '' });
        await first.stop();

        const second = await join(topic, group);
        const next = await second.owner();
        assert.deepEqual(await next.committed(), { offset: 42, metadata: '' });
      });

      it('belongs to its group and its partition', async () => {
        const topic = await newTopic(2);
        const consumer = await join(topic);
        await (await consumer.owner(0)).commit({ offset: 7, metadata: 'note' });
        assert.equal(await (await consumer.owner(1)).committed(), undefined);
        const stranger = await (await join(topic)).owner(0);
        assert.equal(await stranger.committed(), undefined);
      });

      it('of a consumer that left is fenced and changes nothing', async () => {
        const { topic, group, first, former } = await firstOwner();
        await first.stop();
        assert.ok(former.signal.aborted);
        await assert.rejects(former.commit({ offset: 9, metadata: 'late' }), ProducerFenced);

        const second = await join(topic, group);
        const owner = await second.owner();
        assert.deepEqual(await owner.committed(), kept);
        await assert.rejects(former.commit({ offset: 9, metadata: 'later' }), ProducerFenced);
        assert.deepEqual(await owner.committed(), kept);
      });

      it('of a former owner is fenced when another consumer joined', async () => {
        const { topic, group, first, former } = await firstOwner();
        const second = await join(topic, group);
        const owner = await until(
          'a new owner',
          () => former.signal.aborted && [...second.assigned, ...first.assigned].find(isOwned),
        );
        await assert.rejects(former.commit({ offset: 9, metadata: 'late' }), ProducerFenced);
        assert.deepEqual(await owner.committed(), kept);
        await owner.commit({ offset: 6, metadata: '' });
        assert.deepEqual(await owner.committed(), { offset: 6, metadata: '' });
      });
    });

    describe('consume', () => {
      it('gives every partition to one owner', async () => {
        const topic = await newTopic(3);
        const consumer = await join(topic);
        const owned = () => consumer.assigned.filter(isOwned);
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
          onFailed: (error, place) => failures.push([error, place]),
        });
        running.push(consumer);
        await until(
          'another run',
          () => failures.length > 0 && assigned.at(-1)?.signal.aborted === false,
        );
        assert.deepEqual(failures, [[broken, { topic, partition: 0 }]]);
        const [first] = assigned;
        assert.ok(first?.signal.aborted);
        await assert.rejects(first.commit({ offset: 1, metadata: '' }), ProducerFenced);
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
          onFailed: assert.ifError,
        });
        await until('two runs', () => started === 2);
        await consumer.stop();
        assert.equal(ended, 2);
        await consumer.stop();
      });

      it('refuses a topic that does not exist', async () => {
        const options = { group: 'g', topic: `no-${randomUUID()}` };
        await assert.rejects(log.consume({ ...options, run: async () => {}, onFailed: () => {} }));
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
      const owner = await consumer.owner(1);
      await owner.commit({ offset: 1, metadata: '' });
      const lag = [...(await log.lag(group, topic))].sort((a, b) => a.partition - b.partition);
      assert.deepEqual(lag, [
        { group, topic, partition: 0, committed: 0, end: 1 },
        { group, topic, partition: 1, committed: 1, end: 2 },
      ]);
    });
  });
}

const isOwned = ({ signal }: AssignedPartition): boolean => !signal.aborted;
