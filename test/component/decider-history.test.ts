import { deepEqual, equal, ok } from 'node:assert/strict';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { type Month, monthAfter, monthOf } from '../../schemas/billing/month.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { commandStream, eventId, organizationId, subscriptionStream } from '../../schemas/ids.ts';
import { deciderLimits } from '../../services/decider/config.ts';
import { handleCommand } from '../../services/decider/handle.ts';
import { recordQuota } from '../support/account-commands.ts';
import { eventsOf } from '../support/accounts.ts';
import { toEvent } from '../support/given.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const organization = organizationId('organization-0');
const stream = subscriptionStream(organization);
const limits = { traceLimit: 100, bytesLimit: 1_000 };
const firstMonth = monthOf(Date.UTC(2026, 0));

describe('the history that a decision reads', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let store: EventStore;
  let read = 0;

  beforeEach(async () => {
    folder = await temporaryFolder();
    store = await openLmdbEventStore({ folder: folder.path });
    const started = { organizationId: organization, plan: 'free', ...limits };
    await store.append(stream, [toEvent({ type: 'SubscriptionStarted', data: started }, 0)], -1);
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  async function* counted<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
    for await (const item of items) {
      read++;
      yield item;
    }
  }
  const counting = (): EventStore => ({
    ...store,
    readStream: name => counted(store.readStream(name)),
    readStreamBackwards: name => counted(store.readStreamBackwards(name)),
  });
  const close = (month: Month): Promise<void> => {
    const command = recordQuota({ organizationId: organization, month, traces: 1, isFinal: true });
    return handleCommand(command, { eventStore: counting() });
  };
  const closeMany = async (count: number): Promise<Month> => {
    let month = firstMonth;
    for (let n = 0; n < count; n++, month = monthAfter(month)) await close(month);
    return month;
  };

  it('is short, however long the stream has become', async () => {
    const next = await closeMany(2 * deciderLimits.endEventsMax);
    read = 0;
    await close(next);
    ok(read <= 200, `expected at most 200 events, found ${read}`);
    const events = await eventsOf(store, stream);
    equal(events.length, 2 * deciderLimits.endEventsMax + 2);
    equal(events.at(-1)?.type, 'PeriodClosed');
    await close(firstMonth);
    equal((await eventsOf(store, stream)).length, events.length);
  });

  it('is read whole where another version carried the state, or none did', async () => {
    const next = await closeMany(deciderLimits.endEventsMax + 5);
    const [head, ...rest] = await eventsOf(store, stream);
    const other = subscriptionStream(organizationId('organization-1'));
    const older = rest.map(({ carried, ...event }, index) => ({
      ...event,
      id: eventId(`${index}`),
      carried: { version: 0, state: 'of another time' },
    }));
    if (head === undefined) throw new Error('expected an event');
    await store.append(other, [head, ...older], -1);
    read = 0;
    const command = recordQuota({
      organizationId: organizationId('organization-1'),
      month: next,
      isFinal: true,
    });
    await handleCommand(command, { eventStore: counting() });
    ok(read > deciderLimits.endEventsMax);
    equal((await eventsOf(store, other)).at(-1)?.type, 'PeriodClosed');
  });

  it('answers a command that changes nothing, once, if somebody waits for it', async () => {
    await close(firstMonth);
    const again: Command = recordQuota({
      organizationId: organization,
      month: firstMonth,
      isFinal: true,
    });
    await handleCommand(again, { eventStore: store });
    await handleCommand(again, { eventStore: store });
    deepEqual(
      (await eventsOf(store, commandStream(again.id))).map(({ type, answers }) => [type, answers]),
      [['CommandAnswered', { requestHash: again.requestHash }]],
    );
    const silent = { ...recordQuota({ organizationId: organization }), requestHash: '' };
    await handleCommand(silent, { eventStore: store });
    deepEqual(await eventsOf(store, commandStream(silent.id)), []);
  });
});
