import { deepEqual, equal, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { HistoryForgotten } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { integrations } from '../../projections/accounts/integrations.ts';
import { registrations } from '../../projections/accounts/registrations.ts';
import { allProjections } from '../../projections/all.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { domainHistories, longHistory } from '../support/domain-history.ts';
import { never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';

const everything = { after: '', limit: 1_000 };

describe('domain state of the past', function () {
  this.timeout(60_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('equals what was read live, with a clock that jumps back', async () => {
    const jumps = fc.array(fc.integer({ min: -50, max: 100 }), { minLength: 60, maxLength: 60 });
    await holds(
      fc.asyncProperty(domainHistories, jumps, async (history, steps) => {
        const eventStore = await openEvents();
        const clocked = withInstants(eventStore, instantsOf(steps));
        const running = await start(clocked, await openRows());
        const live: { readonly recordedUpToMs: number; readonly state: unknown }[] = [];
        let recordedUpToMs = -1;
        for (const [index, { stream, event }] of history.entries()) {
          await eventStore.append(stream, [event], 'any');
          recordedUpToMs = Math.max(recordedUpToMs, instantsOf(steps)(index));
          live.push({ recordedUpToMs, state: await stateOf(running) });
        }
        for (const asOfMs of [-1, ...instantsAround(live)]) {
          const expected = live.findLast(then => then.recordedUpToMs <= asOfMs);
          deepEqual(await stateOf(running, asOfMs), expected?.state ?? nothing, `as of ${asOfMs}`);
        }
        await running.stop();
      }),
      20,
    );
  });

  it('says from when on it is known where rows were forgotten', async () => {
    const running = await start(await openEvents(longHistory()), await openRows());
    const state = await running.state({ asOfMs: 1_000, signal: never });
    deepEqual(state.list(integrations, everything), []);
    await rejects(async () => state.get(registrations, 'any'), HistoryForgotten);
    await running.stop();
  });

  it('is the latest when no instant is given', async () => {
    const running = await start(await openEvents(longHistory()), await openRows());
    const state = await running.state({ signal: never });
    equal(state.list(apiKeys, everything).length, running.list(apiKeys, everything).length);
    await running.stop();
  });
});

const kept = allProjections.filter(({ retention, name }) => !retention && name !== 'event-clock');

async function stateOf(running: Projections, asOfMs?: number) {
  const state = await running.state({ asOfMs, signal: never });
  return kept.map(projection => state.list(projection, everything));
}

const nothing = kept.map(() => []);

/** Instant by position: a clock that now and then jumps back. */
const instantsOf =
  (steps: readonly number[]) =>
  (position: number): number =>
    steps.slice(0, position + 1).reduce((atMs, step) => Math.max(0, atMs + step), 1_000);

const instantsAround = (live: readonly { readonly recordedUpToMs: number }[]) =>
  live.flatMap(({ recordedUpToMs: atMs }) => [atMs - 1, atMs, atMs + 1]);

/** Records instants as a server does whose leader has another clock than the one before. */
function withInstants(eventStore: EventStore, instantOf: (position: number) => number): EventStore {
  return {
    ...eventStore,
    subscribe: async function* (subscription) {
      for await (const { events, position } of eventStore.subscribe(subscription)) {
        yield {
          events: events.map(one => ({ ...one, recordedAtMs: instantOf(one.position) })),
          position,
        };
      }
    },
  };
}
