import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Command } from '../../schemas/commands/command.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import {
  addressStream,
  apiKeyStream,
  commandStream,
  mailboxStream,
  organizationStream,
} from '../../schemas/ids.ts';
import { deciderLimits } from '../../services/decider/config.ts';
import { handleCommand } from '../../services/decider/handle.ts';
import {
  address,
  another,
  mailbox,
  requestRegistration,
  revokeApiKey,
  verifyRegistration,
} from '../support/account-commands.ts';
import { holds } from '../support/property.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

describe('handling a command', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let opened: EventStore[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    opened = [];
  });
  afterEach(async () => {
    await closeAll();
    await folder.remove();
  });

  // A failing property is tried hundreds of times, and each store takes a terabyte of addresses.
  const closeAll = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };

  const openStore = async (): Promise<EventStore> => {
    const store = await openLmdbEventStore({ folder: `${folder.path}/${randomUuid()}` });
    opened.push(store);
    return store;
  };

  it('ends in the same events, cut off anywhere and delivered again', async () => {
    const wish = fc.constantFrom<(n: number) => Command>(
      n => requestRegistration({ sessionId: another(n) }, n),
      n => verifyRegistration({ sessionId: another(n - 1) }, n, String(n)),
      n => verifyRegistration({ sessionId: another(n - 1), codeMac: 'wrong' }, n, String(n)),
      n => verifyRegistration({ sessionId: another(n - 2) }, n, String(n)),
      n => revokeApiKey(verifyRegistration({}, 0, String(n - 1)).data.apiKey.id, n),
    );
    const delivery = fc.record({ wish, cuts: fc.array(fc.nat(7), { maxLength: 3 }) });
    await holds(
      fc
        .asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 12 }), async deliveries => {
          const [whole, cut] = [await openStore(), await openStore()];
          for (const [n, delivery] of deliveries.entries()) {
            const command = delivery.wish(n);
            await handleCommand(command, { eventStore: whole });
            for (const appends of delivery.cuts) {
              await handleCommand(command, { eventStore: cutAfter(cut, appends) }).catch(onlyCut);
            }
            await handleCommand(command, { eventStore: cut });
          }
          deepEqual(await allEvents(cut), await allEvents(whole));
        })
        .afterEach(closeAll),
      20,
    );
  });

  it('decides again when somebody else wrote meanwhile', async () => {
    const store = await openStore();
    await handleCommand(requestRegistration(), { eventStore: store });
    let conflicts = 0;
    const rival: EventStore = {
      ...store,
      append: async (stream, events, expected) => {
        if (stream === mailboxStream(mailbox) && conflicts++ === 0) {
          await handleCommand(requestRegistration({ sessionId: another(2) }, 1), {
            eventStore: store,
          });
        }
        return store.append(stream, events, expected);
      },
    };
    await handleCommand(verifyRegistration(), { eventStore: rival });
    equal(conflicts, 2);
    deepEqual(
      (await eventsOf(store, mailboxStream(mailbox))).map(event => event.type),
      ['CodeSent', 'CodeSent', 'KeyCounted'],
    );
  });

  it('gives two sessions of a new address, verified at once, one organization', async () => {
    const store = await openStore();
    const sessions = [another(1), another(2)] as const;
    for (const sessionId of sessions) {
      await handleCommand(requestRegistration({ sessionId }), { eventStore: store });
    }
    const commands = sessions.map((sessionId, n) =>
      verifyRegistration({ sessionId }, 1, String(n + 1)),
    );
    await Promise.all(commands.map(command => handleCommand(command, { eventStore: store })));
    const organizations = new Set<string | undefined>();
    for (const { data } of commands) {
      const [issued] = await eventsOf(store, apiKeyStream(data.apiKey.id));
      equal(issued?.type, 'ApiKeyIssued');
      organizations.add(issued?.organizationId);
    }
    equal(organizations.size, 1);
    const users = (await eventsOf(store, addressStream(address))).filter(
      event => event.type === 'UserCreated',
    );
    equal(users.length, 1);
    const created = await Promise.all(
      commands.map(({ data }) => eventsOf(store, organizationStream(data.ifNew.organizationId))),
    );
    equal(created.filter(events => events.length > 0).length, 1);
  });

  it('reads no more of a mailbox with a long past than of a new one', async () => {
    const store = await openStore();
    const hourMs = 3_600_000;
    const codes = 2 * deciderLimits.endEventsMax;
    for (let n = 0; n < codes; n++) {
      const command = requestRegistration({ sessionId: another(n) }, n * hourMs);
      await handleCommand(command, { eventStore: store });
    }
    let read = 0;
    const counted: EventStore = {
      ...store,
      readStream: stream => passing(store.readStream(stream)),
      readStreamBackwards: stream => passing(store.readStreamBackwards(stream)),
    };
    async function* passing<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
      for await (const item of items) {
        read++;
        yield item;
      }
    }
    const last = verifyRegistration({ sessionId: another(codes - 1) }, codes * hourMs - hourMs);
    for (let delivery = 0; delivery < 2; delivery++) {
      read = 0;
      await handleCommand(last, { eventStore: counted });
      ok(read <= deciderLimits.endEventsMax + 10, `expected few events, found ${read}`);
    }
    const events = await eventsOf(store, mailboxStream(mailbox));
    equal(events.length, codes + 1);
    equal(events.at(-1)?.type, 'KeyCounted');
  });

  it('keeps a rejection, whatever the streams say later', async () => {
    const store = await openStore();
    const early = verifyRegistration({ sessionId: another(1) });
    await handleCommand(early, { eventStore: store });
    await handleCommand(requestRegistration({ sessionId: another(1) }), { eventStore: store });
    await handleCommand(early, { eventStore: store });
    const [rejected, ...more] = await eventsOf(store, commandStream(early.id));
    equal(rejected?.type === 'CommandRejected' && rejected.data.reason, 'registration_unknown');
    deepEqual(rejected?.answers, { requestHash: 'request' });
    deepEqual(more, []);
    deepEqual(await eventsOf(store, apiKeyStream(early.data.apiKey.id)), []);
  });
});

class Cut extends Error {}

const onlyCut = (error: unknown): void => {
  if (!(error instanceof Cut)) throw error;
};

/** A process that dies after so many appends. */
function cutAfter(store: EventStore, appends: number): EventStore {
  let left = appends;
  return {
    ...store,
    append: (...append) => {
      if (left-- === 0) throw new Cut('cut off');
      return store.append(...append);
    },
  };
}

async function eventsOf(
  store: EventStore,
  stream: Parameters<EventStore['readStream']>[0],
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  for await (const { event } of store.readStream(stream)) events.push(event);
  return events;
}

async function allEvents(store: EventStore): Promise<readonly DomainEvent[]> {
  const head = await store.head();
  const signal = new AbortController().signal;
  if (head === -1) return [];
  const events: DomainEvent[] = [];
  for await (const batch of store.subscribe({ after: -1, signal })) {
    events.push(...batch.events.map(({ event }) => event));
    if (batch.position >= head) break;
  }
  return events;
}
