import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { type ErasureRow, erasures } from '../../projections/organizations/erasures.ts';
import { organizationId } from '../../schemas/ids.ts';
import { erasureStream } from '../../schemas/organizations/erasure.ts';
import { domainHistories, eventOf } from '../support/domain-history.ts';
import { everyProjection } from '../support/every-projection.ts';
import { bytesOf, never, projectionRuns } from '../support/projection-runs.ts';
import { holds } from '../support/property.ts';
import { until } from '../support/until.ts';

const organization = organizationId('organization-1');
const nothing = { streams: 0, events: 0, rows: {}, blobs: 0, mails: 0 };

/** Here the store gives the events of an erased organization as before, as KurrentDB does until it is scavenged. */
describe('projections of which an organization is erased', function () {
  this.timeout(120_000);
  const { openEvents, openRows, start } = projectionRuns();

  const erase = async (eventStore: EventStore): Promise<void> => {
    const data = { organizationId: organization };
    const facts = [
      { type: 'OrganizationErasureRequested', data },
      { type: 'OrganizationErased', data: { ...data, erased: nothing } },
    ] as const;
    for (const [index, fact] of facts.entries())
      await eventStore.append(erasureStream(organization), [eventOf(fact, index)], index - 1);
  };
  const forgotten = (running: Projections): Promise<ErasureRow> =>
    until('no row of it', async () => {
      await running.barrier(never);
      const row = running.get(erasures, organization);
      return row?.over !== undefined && running.isForgotten(row) && row;
    });
  const mentions = (readStore: ReadStore): readonly string[] =>
    everyProjection
      .filter(({ name }) => name !== erasures.name)
      .filter(({ name }) =>
        bytesOf(readStore, name).some(text => text.includes(`${organization}"`)),
      )
      .map(({ name }) => name);

  it('have no row of it, no past of one, and what others have', async () => {
    let mentioned = 0;
    await holds(
      fc.asyncProperty(domainHistories, async history => {
        const eventStore = await openEvents(history);
        const readStore = await openRows();
        const running = await start(eventStore, readStore);
        await running.barrier(never);
        mentioned += mentions(readStore).length;
        await erase(eventStore);
        await forgotten(running);
        deepEqual(mentions(readStore), []);
        for (const { name } of everyProjection) {
          const report = await running.rebuild(name, { diff: true, dryRun: true });
          ok(report.kind === 'rebuilt');
          deepEqual(report.differences, [], name);
        }
        await running.stop();
      }),
      6,
    );
    ok(mentioned > 0, 'expected rows of the organization before');
  });

  it('leave out what still comes of it, and know of the erasure after a restart', async () => {
    const eventStore = await openEvents();
    const readStore = await openRows();
    const first = await start(eventStore, readStore);
    await erase(eventStore);
    await forgotten(first);
    await first.stop();
    const second = await start(eventStore, readStore);
    for (const { stream, event } of fc.sample(domainHistories, { numRuns: 3, seed: 5 }).flat())
      await eventStore.append(stream, [event], 'any');
    await second.barrier(never);
    deepEqual(mentions(readStore), []);
    ok(second.isErased(organization) && !second.isErased('organization-2'));
    await second.stop();
  });
});
