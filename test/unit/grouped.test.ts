import { deepEqual, ok, rejects } from 'node:assert/strict';
import type { RecordedEvent } from '../../platform/event-store/port.ts';
import { type Batch, batchGroups, type Group } from '../../projections/engine/batch-groups.ts';
import { eventId, streamName } from '../../schemas/ids.ts';
import { toEvent } from '../support/given.ts';

const event = (position: number): RecordedEvent => ({
  stream: streamName('organization-1'),
  revision: position,
  position,
  recordedAtMs: 0,
  event: {
    ...toEvent({ type: 'CommandRejected', data: { reason: 'quota' } } as never, 0),
    id: eventId(`${position}`),
  },
});

const batchOf = (...positions: readonly number[]): Batch => ({
  events: positions.map(event),
  position: positions.at(-1) ?? -1,
});

async function batchesOf(group: Group): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of group) batches.push(batch);
  return batches;
}

const eventsOf = (batches: readonly Batch[]): number[] =>
  batches.flatMap(({ events }) => events.map(({ position }) => position));

const positionsOf = async (group: Group): Promise<number[]> => eventsOf(await batchesOf(group));

describe('batches of a subscription', () => {
  it('are one where they are there at once', async () => {
    async function* batches() {
      for (let at = 0; at < 10; at += 2) yield batchOf(at, at + 1);
    }
    const groups: Batch[][] = [];
    for await (const group of batchGroups(batches())) groups.push(await batchesOf(group));
    deepEqual(groups.map(eventsOf), [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    deepEqual(groups[0]?.at(-1)?.position, 9);
  });

  it('do not wait for what is to come', async () => {
    let go: () => void = () => {};
    const later = new Promise<void>(resolve => {
      go = resolve;
    });
    async function* batches() {
      yield batchOf(0);
      await later;
      yield batchOf(1);
    }
    const seen: number[][] = [];
    for await (const group of batchGroups(batches())) {
      seen.push(await positionsOf(group));
      go();
    }
    deepEqual(seen, [[0], [1]]);
  });

  it('take no more once a commit has enough', async () => {
    async function* batches() {
      for (let at = 0; at < 21_000; at += 500)
        yield batchOf(...Array.from({ length: 500 }, (_, index) => at + index));
    }
    const sizes: number[] = [];
    for await (const group of batchGroups(batches())) sizes.push((await positionsOf(group)).length);
    deepEqual(sizes, [8_000, 8_000, 5_000]);
  });

  it('let go of a batch before they ask for the next but one', async () => {
    let asked = 0;
    async function* batches() {
      for (; asked < 10; asked++) yield batchOf(asked);
    }
    for await (const group of batchGroups(batches()))
      for await (const { position } of group) ok(asked <= position + 2);
    deepEqual(asked, 10);
  });

  it('fail as their source does, and let it end when they are left', async () => {
    const ended: string[] = [];
    async function* batches() {
      try {
        yield batchOf(0);
        throw new Error('the store is gone');
      } finally {
        ended.push('source');
      }
    }
    await rejects(async () => {
      for await (const group of batchGroups(batches())) await positionsOf(group);
    }, /the store is gone/);
    async function* endless() {
      try {
        for (let at = 0; ; at++) {
          yield batchOf(at);
          await new Promise(resolve => setImmediate(resolve));
          await new Promise(resolve => setImmediate(resolve));
        }
      } finally {
        ended.push('endless');
      }
    }
    for await (const _ of batchGroups(endless())) break;
    deepEqual(ended, ['source', 'endless']);
  });

  it('leave others their turn where a store passes over the events of one after the other', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    async function* passed() {
      for (let position = 0; turns < 3; position++) yield { events: [], position };
    }
    for await (const group of batchGroups(passed())) await batchesOf(group);
    clearInterval(counting);
    deepEqual(turns, 3);
  });
});
