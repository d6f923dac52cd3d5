import { deepEqual, equal, ok } from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomUuid } from '../../platform/uuid.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import { apiKeyStream, eventId, keyId, organizationId } from '../../schemas/ids.ts';
import { toEvent } from '../support/given.ts';
import { never, projectionRuns } from '../support/projection-runs.ts';
import { isWhole } from '../support/property.ts';
import { until } from '../support/until.ts';

const eventsInAll = isWhole ? 1_000_000 : 20_000;
const keys = 500;
const atOnce = 200;

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const ids = Array.from({ length: keys }, () => keyId(randomUuid()));
/** Nobody writes to it while the rebuild runs. */
const [quiet = keyId('')] = ids;

const changeOf = (id: (typeof ids)[number]): EventPayload => ({
  type: 'ApiKeyChanged',
  data: { keyId: id, organizationId: organization, hash: 'hash', restrictions: {} },
});

type CountRow = { readonly changes: number };

/** How often each key was changed: a read that goes back shows. */
const changes: Projection<CountRow, EventOf<'ApiKeyChanged'>> = {
  name: 'changes-of-keys',
  version: 1,
  types: new Set(['ApiKeyChanged']),
  keys: ({ data }) => [data.keyId],
  project: row => ({ changes: (row?.changes ?? 0) + 1 }),
};

describe('a rebuild while events are written', function () {
  this.timeout(isWhole ? 1_200_000 : 120_000);
  const { openEvents, openRows, start } = projectionRuns();

  it('never lets a read go back, and finds the one row that was changed by hand', async () => {
    const eventStore = await openEvents();
    const write = async (id: (typeof ids)[number], count: number): Promise<void> => {
      const events = Array.from({ length: count }, () => ({
        ...toEvent(changeOf(id), 0),
        id: eventId(randomUuid()),
      }));
      await eventStore.append(apiKeyStream(id), events, 'any');
    };
    for (let written = 0, at = 0; written < eventsInAll; written += atOnce, at++)
      await write(ids[at % keys] ?? quiet, atOnce);
    const rows = await openRows();
    const running = await start(eventStore, rows, [changes as unknown as Projection]);
    await caughtUp(running);
    const table = rows.current(changes.name) ?? '';
    const before = running.get(changes, quiet)?.changes ?? 0;
    const wrong = { key: quiet, position: await eventStore.head(), row: { changes: before + 1 } };
    await rows.apply([{ table, writes: [wrong], checkpoint: rows.checkpoint(table) }]);

    const over = new AbortController();
    const written = writing(write, over.signal);
    const read = reading(running, over.signal);
    const began = performance.now();
    const report = await running.rebuild(changes.name, { diff: true });
    const seconds = (performance.now() - began) / 1_000;
    over.abort();
    const [added, looks] = [await written, await read];
    ok(report.kind === 'rebuilt');
    process.stdout.write(
      `      ${report.events} events rebuilt in ${seconds.toFixed(1)} s, beside ${added} that were written and ${looks} reads\n`,
    );
    deepEqual(
      report.differences.map(({ key, live }) => [key, live]),
      [[quiet, wrong.row]],
    );
    await caughtUp(running);
    equal(running.get(changes, quiet)?.changes, before);
    const sum = ids.reduce((all, id) => all + (running.get(changes, id)?.changes ?? 0), 0);
    equal(sum, eventsInAll + added);
  });
});

/** A barrier waits for seconds only, and there may be a million events to read. */
const caughtUp = (running: Projections): Promise<true> =>
  until(
    'every event to be read',
    () =>
      running.barrier(never).then(
        () => true as const,
        () => undefined,
      ),
    600_000,
  );

/** Changes keys, all but the quiet one, until it is over; gives how often. */
async function writing(
  write: (id: (typeof ids)[number], count: number) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  let written = 0;
  for (let at = 1; !signal.aborted; at = (at % (keys - 1)) + 1) {
    await write(ids[at] ?? quiet, 1);
    written++;
  }
  return written;
}

/** Reads all keys in turn until it is over, and expects of each no fewer changes than before. */
async function reading(running: Projections, signal: AbortSignal): Promise<number> {
  const seen = new Map<string, number>();
  let looks = 0;
  while (!signal.aborted) {
    for (const id of ids.slice(1)) {
      const found = running.get(changes, id)?.changes ?? 0;
      ok(found >= (seen.get(id) ?? 0), `${id} went back to ${found}`);
      seen.set(id, found);
      looks++;
    }
    await nextTurn();
  }
  return looks;
}
