import { deepEqual, equal, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { HistoryForgotten } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { integrations } from '../../projections/accounts/integrations.ts';
import { registrations } from '../../projections/accounts/registrations.ts';
import { allProjections } from '../../projections/all.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { recordedAfterOwnMsMax } from '../../projections/engine/read/history.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { domainHistories, longHistory } from '../support/domain-history.ts';
import { never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';

const everything = { after: '', limit: 1_000 };

describe('domain state of the past', function () {
  this.timeout(60_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('equals what was read live, and holds what is of the instant, with a clock that jumps back', async () => {
    const jumps = fc.array(fc.integer({ min: -50, max: 100 }), { minLength: 60, maxLength: 60 });
    const lateness = fc.array(fc.oneof(fc.nat(200), fc.nat(2 * recordedAfterOwnMsMax)), {
      minLength: 60,
      maxLength: 60,
    });
    await holds(
      fc.asyncProperty(domainHistories, jumps, lateness, async (history, steps, lates) => {
        const eventStore = await openEvents();
        const clocked = withInstants(eventStore, instantsOf(steps));
        const running = await start(clocked, await openRows());
        const live: Live[] = [];
        let recordedUpToMs = -1;
        for (const [index, { stream, event }] of history.entries()) {
          const recordedMs = instantsOf(steps)(index);
          const ownMs = Math.max(0, recordedMs - (lates[index] ?? 0));
          await eventStore.append(stream, [{ ...event, atMs: ownMs }], 'any');
          recordedUpToMs = Math.max(recordedUpToMs, recordedMs);
          live.push({ recordedUpToMs, ownMs, state: await stateOf(running) });
        }
        for (const asOfMs of [-1, ...instantsAround(live)]) {
          const expected = live.findLast(then => isOf(then, asOfMs));
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

type Live = { readonly recordedUpToMs: number; readonly ownMs: number; readonly state: unknown };

/** Recorded by then, or of then and recorded soon after. */
const isOf = ({ recordedUpToMs, ownMs }: Live, asOfMs: number): boolean =>
  recordedUpToMs <= asOfMs || (ownMs <= asOfMs && recordedUpToMs - ownMs <= recordedAfterOwnMsMax);

const instantsAround = (live: readonly Live[]) =>
  live.flatMap(({ recordedUpToMs, ownMs }) => [recordedUpToMs - 1, recordedUpToMs, ownMs]);

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
