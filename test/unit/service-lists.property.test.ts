import { deepEqual, ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { holds, partOf } from '../support/property.ts';
import { openServiceListsWorld } from '../support/service-lists-world.ts';

const organizations = [
  '3f2b8c1e-0000-4000-8000-00000000000a',
  '3f2b8c1e-0000-4000-8000-00000000000b',
] as OrganizationId[];
const sources = 2;
const readers = 2;

/** Windows around the places where they enter and leave the list, relative to now. */
const window = fc.record({
  organization: fc.constantFrom(...organizations),
  service: fc.constantFrom('cart', 'checkout', 'č', '*'),
  operation: fc.constantFrom('GET', 'PUT'),
  entry: fc.boolean(),
  ago: fc.oneof(
    fc.integer({ min: -60, max: 12 }),
    fc.integer({ min: 8_560, max: 8_660 }),
    fc.integer({ min: 0, max: 8_640 }),
  ),
  bars: fc.uniqueArray(fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 3,
    selector: ([bucket]) => bucket,
  }),
  errors: fc.nat({ max: 1 }),
});

const source = fc.nat({ max: sources - 1 });
const rowsOfPart = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('begin' as const),
    source,
    rowsOfPart,
    windows: fc.array(window, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('publish' as const), source, rowsOfPart }),
  fc.record({ kind: fc.constantFrom('insertDay', 'commit', 'receive'), source }),
  fc.record({
    kind: fc.constant('whole' as const),
    source,
    rowsOfPart,
    windows: fc.array(window, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('late' as const), index: fc.nat({ max: 20 }) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat({ max: 250 }) }),
  fc.record({ kind: fc.constantFrom('tick', 'deliver') }),
  fc.record({
    kind: fc.constant('ask' as const),
    reader: fc.nat({ max: readers - 1 }),
    organization: fc.constantFrom(...organizations),
  }),
  fc.record({ kind: fc.constant('restart' as const), reader: fc.nat({ max: readers - 1 }) }),
);

const history = fc.record({
  partitions: fc.integer({ min: 1, max: 2 }),
  // In the middle of a day, and where the list begins or ends with one.
  startSeconds: fc.constantFrom(43_200, 5, 86_100),
  steps: fc.array(step, { minLength: 20, maxLength: 90, size: 'max' }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
type Step = History['steps'][number];
type World = ReturnType<typeof openServiceListsWorld>;

const today = 1_800_000_000 - (1_800_000_000 % 86_400);

function windowsOf(
  drawn: readonly (typeof window extends fc.Arbitrary<infer Value> ? Value : never)[],
  nowSeconds: number,
): WindowDelta[] {
  const all = drawn.map(({ ago, bars, ...rest }) => {
    const sorted = [...bars].sort(([left], [right]) => left - right);
    return {
      ...rest,
      time: Math.floor(nowSeconds / 10) * 10 - ago * 10,
      n: sorted.reduce((sum, [, count]) => sum + count, 0),
      buckets: sorted.map(([bucket]) => bucket),
      counts: sorted.map(([, count]) => count),
    };
  });
  const nameOf = ({ organization, service, operation, entry, time }: WindowDelta): string =>
    JSON.stringify([organization, service, operation, entry, time]);
  return [...new Map(all.map(one => [nameOf(one), one])).values()];
}

async function turns(): Promise<void> {
  for (let count = 0; count < 30; count++) await turn();
}

/** Whether it was answered from the list. */
async function ask(world: World, reader: number, organization: OrganizationId): Promise<boolean> {
  const list = await world.readers[reader]?.read(organization);
  if (list !== undefined) deepEqual(list.totals, world.expected(organization));
  return list !== undefined;
}

/** Whether the list answers once its statement and its pauses are over. */
async function isAnswered(
  world: World,
  reader: number,
  organization: OrganizationId,
): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    if (await ask(world, reader, organization)) return true;
    for (let deliveries = 0; deliveries < 3; deliveries++) {
      await turns();
      world.deliver();
    }
    await turns();
  }
  return false;
}

async function finish(world: World): Promise<void> {
  for (let at = 0; at < sources; at++) {
    world.publish(at, 3);
    for (let days = 0; days < 6; days++) world.insertDay(at);
    world.commit(at);
  }
  await turns();
}

const actions: Record<string, (world: World, step: Step) => unknown> = {
  begin: (world, one) =>
    one.kind === 'begin' &&
    world.begin(one.source, windowsOf(one.windows, world.nowSeconds()), one.rowsOfPart),
  publish: (world, one) => one.kind === 'publish' && world.publish(one.source, one.rowsOfPart),
  whole: async (world, one) => {
    if (one.kind !== 'whole') return;
    world.begin(one.source, windowsOf(one.windows, world.nowSeconds()), one.rowsOfPart);
    await finish(world);
  },
  insertDay: (world, one) => 'source' in one && world.insertDay(one.source),
  commit: (world, one) => 'source' in one && world.commit(one.source),
  receive: (world, one) => 'source' in one && world.receive(one.source),
  late: (world, one) => 'index' in one && world.publishLate(one.index),
  wait: (world, one) => 'seconds' in one && world.wait(one.seconds),
  tick: world => world.tick(),
  deliver: async world => {
    world.deliver();
    await turns();
  },
  ask: async (world, one) => one.kind === 'ask' && ask(world, one.reader, one.organization),
  restart: (world, one) => {
    if (one.kind === 'restart') world.readers[one.reader] = world.startReader();
  },
};

async function played({ partitions, startSeconds, steps }: History): Promise<World> {
  const world = openServiceListsWorld(sources, partitions, (today + startSeconds) * 1000);
  for (let reader = 0; reader < readers; reader++) world.readers.push(world.startReader());
  for (const one of steps) await actions[one.kind]?.(world, one);
  return world;
}

describe('lists of services', function () {
  this.timeout(300_000);

  it('are what the warehouse would say, with batches under way and after restarts', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const world = await played(given);
        await finish(world);
        // What was received and belongs to no batch is taken, too.
        for (let at = 0; at < sources; at++) world.begin(at, [], 1);
        await finish(world);
        for (const [reader] of world.readers.entries())
          for (const organization of organizations)
            ok(await isAnswered(world, reader, organization), 'nothing is under way');
      }),
      partOf(2_000),
    );
  });
});
