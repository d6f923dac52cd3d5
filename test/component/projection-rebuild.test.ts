import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import type { EventStore } from '../../platform/event-store/port.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { domainHistories, longHistory } from '../support/domain-history.ts';
import { everyProjection } from '../support/every-projection.ts';
import { bytesOf, inBatches, never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';

describe('projections', function () {
  this.timeout(120_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('give the same bytes when dropped and replayed, in whatever batches', async () => {
    await holds(
      fc.asyncProperty(domainHistories, fc.integer({ min: 1, max: 7 }), async (history, size) => {
        const eventStore = await openEvents(history);
        const [oneStore, otherStore] = [await openRows(), await openRows()];
        const one = await start(eventStore, oneStore);
        const other = await start(inBatches(eventStore, size), otherStore);
        await Promise.all([one.barrier(never), other.barrier(never)]);
        for (const { name } of everyProjection) {
          deepEqual(bytesOf(otherStore, name), bytesOf(oneStore, name));
          const report = await one.rebuild(name, { diff: true });
          ok(report.kind === 'rebuilt');
          deepEqual(report.differences, []);
          deepEqual(bytesOf(oneStore, name), bytesOf(otherStore, name));
        }
        await Promise.all([one.stop(), other.stop()]);
      }),
      12,
    );
  });

  it('show how a rebuilt projection differs, and go on from it', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const rows = await openRows();
    const running = await start(eventStore, rows);
    await running.barrier(never);
    const table = rows.current(apiKeys.name) ?? '';
    await rows.apply([
      {
        table,
        writes: [{ key: 'made up', position: 0, row: { hint: 'x' } }],
        checkpoint: rows.checkpoint(table),
      },
    ]);
    const dry = await running.rebuild(apiKeys.name, { diff: true, dryRun: true });
    deepEqual(running.get(apiKeys, 'made up'), { hint: 'x' });
    equal(rows.current(apiKeys.name), table);
    deepEqual([...rows.versions(`api-keys@${apiKeys.version}#b`)], []);
    const report = await running.rebuild(apiKeys.name, { diff: true });
    ok(report.kind === 'rebuilt');
    deepEqual(report, dry);
    deepEqual(report.differences, [
      { key: 'made up', position: 0, live: { hint: 'x' }, rebuilt: null },
    ]);
    equal(report.differenceCount, 1);
    equal(running.get(apiKeys, 'made up'), undefined);
    equal(rows.current(apiKeys.name), `api-keys@${apiKeys.version}#b`);
    deepEqual(await running.rebuild('nothing'), { kind: 'unknown' });
  });

  it('can be cancelled at any event: the live one stays, and what was built goes', async () => {
    const eventStore = await openEvents(longHistory());
    const rows = await openRows();
    const running = await start(inBatches(eventStore, 1), rows);
    await running.barrier(never);
    const [before, table] = [bytesOf(rows, apiKeys.name), rows.current(apiKeys.name)];
    const head = await eventStore.head();
    for (const at of [0, 1, Math.floor(head / 2), head - 1]) {
      const cancel = new AbortController();
      const read: number[] = [];
      const rebuilding = running.rebuild(apiKeys.name, {
        diff: true,
        signal: cancel.signal,
        onRead: (position, goal) => {
          equal(goal, head);
          read.push(position);
          if (position >= at) cancel.abort(new Error('cancelled by a test'));
        },
      });
      await rejects(rebuilding, /cancelled by a test/u);
      deepEqual(
        read,
        read.toSorted((left, right) => left - right),
      );
      deepEqual(bytesOf(rows, apiKeys.name), before);
      equal(rows.current(apiKeys.name), table);
      deepEqual([...rows.versions(`api-keys@${apiKeys.version}#b`)], []);
    }
    const report = await running.rebuild(apiKeys.name, { diff: true });
    equal(report.kind === 'rebuilt' && report.differenceCount, 0);
  });

  for (const told of ['only the live one', 'only the other'])
    it(`are rebuilt while nothing happens, when ${told} is told of a server's own events`, async () => {
      const isTold = (subscription: number) => (subscription === 0) === told.includes('live');
      const eventStore = withOwnEvents(await openEvents(longHistory()), isTold);
      const running = await start(eventStore, await openRows());
      await running.barrier(never);
      const report = await running.rebuild(apiKeys.name, { diff: true });
      equal(report.kind === 'rebuilt' && report.differenceCount, 0);
    });
});

/** As a server that writes events too: some subscriptions are told that they came past the last of ours. */
function withOwnEvents(
  eventStore: EventStore,
  isTold: (subscription: number) => boolean,
): EventStore {
  let opened = 0;
  return {
    ...eventStore,
    subscribe: async function* (subscription) {
      const past = isTold(opened++) ? 1 : 0;
      const head = await eventStore.head();
      for await (const { events, position } of eventStore.subscribe(subscription))
        yield { events, position: position >= head ? position + past : position };
    },
  };
}
