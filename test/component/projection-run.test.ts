import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Unavailable } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { ReadStore, Row } from '../../platform/read-store/port.ts';
import { registrations } from '../../projections/accounts/registrations.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { commandId, registrationStream } from '../../schemas/ids.ts';
import { another, requestRegistration } from '../support/account-commands.ts';
import { domainHistories, longHistory, type Recording } from '../support/domain-history.ts';
import { everyProjection } from '../support/every-projection.ts';
import { recordedAt, toEvent } from '../support/given.ts';
import { bytesOf, inBatches, never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';

describe('projections', function () {
  this.timeout(120_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('tell the past as it was', async () => {
    await holds(
      fc.asyncProperty(domainHistories, async history => {
        const eventStore = await openEvents(history);
        const running = await start(eventStore, await openRows());
        await running.barrier(never);
        const rows = new Map<string, Row | undefined>();
        for (const [position, { event }] of history.entries()) {
          if (event.type === 'ApiKeyIssued' || event.type === 'ApiKeyRevoked') {
            const { hash } = event.data;
            rows.set(
              hash,
              apiKeys.project(
                running.get(apiKeys, hash, position - 1),
                event,
                hash,
                recordedAt(position),
              ),
            );
          }
          for (const [hash, row] of rows) deepEqual(running.get(apiKeys, hash, position), row);
        }
        await running.stop();
      }),
      12,
    );
  });

  it('forget what ended a day ago when events of a later hour come', async () => {
    const requested = (n: number, atMs: number): Recording => {
      const data = { ...requestRegistration({ sessionId: another(n) }).data, expiresAtMs: atMs };
      const event = toEvent({ type: 'RegistrationRequested', data }, atMs);
      return { stream: registrationStream(another(n)), event };
    };
    const dayMs = 24 * 3_600_000;
    const eventStore = await openEvents([requested(1, 1), requested(2, dayMs)]);
    const running = await start(eventStore, await openRows());
    await running.barrier(never);
    ok(running.get(registrations, another(1)));
    const later = requested(3, dayMs + 3_600_000);
    await eventStore.append(later.stream, [later.event], 'any');
    await running.barrier(never);
    equal(running.get(registrations, another(1)), undefined);
    deepEqual(
      running.list(registrations, { limit: 10 }).map(({ key }) => key),
      [another(2), another(3)],
    );
  });

  it('start over when the version changed, and keep what they have when not', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const rows = await openRows();
    const first = await start(eventStore, rows);
    await first.barrier(never);
    await first.stop();
    const before = bytesOf(rows, apiKeys.name);
    ok(before.length > 0);
    const changed = { ...apiKeys, version: 2 };
    const second = await start(eventStore, rows, [changed]);
    await second.barrier(never);
    equal(rows.current(apiKeys.name), 'api-keys@2#a');
    deepEqual(bytesOf(rows, apiKeys.name), before);
    equal(rows.checkpoint('api-keys@1#a'), -1);
  });

  it('wait for the outcome of a command, and find it again later', async () => {
    const eventStore = await openEvents();
    const running = await start(eventStore, await openRows());
    const id = commandId('command-0');
    equal(await running.known(id, never), undefined);
    const outcome = running.outcome(id, never);
    const history = longHistory();
    const [{ stream, event } = { stream: undefined, event: undefined }] = history;
    ok(stream !== undefined && event !== undefined);
    await eventStore.append(stream, [{ ...event, answers: { requestHash: 'asked' } }], 'any');
    const { requestHash, type, data, atMs } = await outcome;
    deepEqual(
      { requestHash, type, data, atMs },
      {
        requestHash: 'asked',
        type: event.type,
        data: event.data,
        atMs: event.atMs,
      },
    );
    deepEqual(await running.known(id, never), await outcome);
  });

  it('answer Unavailable to who waits while they stop', async () => {
    const eventStore = await openEvents();
    const running = await start({ ...eventStore, head: async () => 5 }, await openRows());
    const waiting = rejects(running.barrier(never), Unavailable);
    await running.stop();
    await waiting;
  });

  it('stop waiting when the client does', async () => {
    const eventStore = await openEvents();
    const running = await start({ ...eventStore, head: async () => 5 }, await openRows());
    const client = new AbortController();
    const waiting = rejects(running.barrier(client.signal), /gone/);
    client.abort(new Error('gone'));
    await waiting;
  });

  it('follow the store again after it failed', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    let failures = 0;
    const running = await start(
      {
        ...eventStore,
        subscribe: async function* (subscription) {
          for await (const batch of inBatches(eventStore, 3).subscribe(subscription)) {
            yield batch;
            if (failures++ === 1) throw new Unavailable('gone for a moment');
          }
        },
      },
      await openRows(),
    );
    await running.barrier(never);
    ok(failures > 1);
    equal(running.reached(), history.length - 1);
    deepEqual(
      (await running.lag()).map(({ lag }) => lag),
      everyProjection.map(() => 0),
    );
  });

  it('store nothing without what came before it when a commit fails', async () => {
    const history = longHistory();
    const eventStore = await openEvents(history);
    const [readStore, expected] = [await openRows(), await openRows()];
    let commits = 0;
    const failing: ReadStore = {
      ...readStore,
      apply: async changes => {
        await Promise.resolve();
        if (commits++ === 2) throw new Unavailable('no room for a moment');
        await readStore.apply(changes);
      },
    };
    const running = await start(slowly(inBatches(eventStore, 2)), failing);
    await running.barrier(never);
    ok(commits > 3);
    await (await start(eventStore, expected)).barrier(never);
    for (const { name } of everyProjection)
      deepEqual(bytesOf(readStore, name), bytesOf(expected, name));
  });
});

/** Batches that do not come at once, so that each is a commit. */
const slowly = (eventStore: EventStore): EventStore => ({
  ...eventStore,
  subscribe: async function* (subscription) {
    for await (const batch of eventStore.subscribe(subscription)) {
      yield batch;
      await nextTurn();
      await nextTurn();
    }
  },
});
