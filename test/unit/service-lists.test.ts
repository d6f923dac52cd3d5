import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { limits } from '../../services/query-api/config.ts';
import type { ServiceLists } from '../../services/query-api/services/model/service-lists.ts';
import { shareNext } from '../../services/query-api/services/model/share-next.ts';
import { openServiceListsWorld } from '../support/service-lists-world.ts';

const organization = '3f2b8c1e-0000-4000-8000-00000000000a' as OrganizationId;
const startMs = 1_800_000_000_000;

type World = ReturnType<typeof openServiceListsWorld>;

const windowOf = (service: string, buckets = 1): WindowDelta => ({
  organization,
  service,
  operation: 'GET',
  entry: true,
  time: startMs / 1000,
  n: buckets,
  errors: 0,
  buckets: Array.from({ length: buckets }, (_, bucket) => bucket),
  counts: new Array<number>(buckets).fill(1),
});

async function turns(): Promise<void> {
  for (let count = 0; count < 30; count++) await turn();
}

/** Everything that waits goes on, as long as it takes. */
async function settled(world: World): Promise<void> {
  for (let count = 0; count < 5; count++) {
    world.deliver();
    await turns();
  }
}

function write(world: World): void {
  world.publish(0, 100);
  world.insertDay(0);
}

/** A reader with a list. */
async function started(world: World): Promise<ServiceLists> {
  const lists = world.startReader();
  equal(await lists.read(organization), undefined);
  await settled(world);
  notEqual(await lists.read(organization), undefined);
  return lists;
}

const servicesOf = async (lists: ServiceLists): Promise<readonly string[] | undefined> =>
  (await lists.read(organization))?.totals.map(({ service }) => service);

describe('a list of services', () => {
  it('is left to the warehouse while a batch is written and not committed', async () => {
    const world = openServiceListsWorld(1, 1, startMs);
    const lists = await started(world);
    world.begin(0, [windowOf('cart')], 100);
    write(world);
    equal(await lists.read(organization), undefined);
    world.commit(0);
    deepEqual(await servicesOf(lists), ['cart']);
  });

  it('begins when what was published before is written', async () => {
    const world = openServiceListsWorld(1, 1, startMs);
    world.begin(0, [windowOf('cart')], 100);
    world.publish(0, 100);
    const lists = world.startReader();
    await lists.read(organization);
    await settled(world);
    equal(await lists.read(organization), undefined);
    write(world);
    world.commit(0);
    await settled(world);
    deepEqual(await servicesOf(lists), ['cart']);
  });

  it('knows its services, and nobody else does', async () => {
    const world = openServiceListsWorld(1, 1, startMs);
    world.begin(0, [windowOf('cart')], 100);
    write(world);
    world.commit(0);
    const lists = await started(world);
    equal(lists.has(organization, 'cart'), true);
    equal(lists.has(organization, 'checkout'), false);
    equal(lists.has('3f2b8c1e-0000-4000-8000-00000000000b' as OrganizationId, 'cart'), false);
  });

  it('is left to the warehouse when it takes too much memory', async () => {
    const world = openServiceListsWorld(1, 1, startMs);
    const lists = await started(world);
    const services = Math.ceil(limits.serviceListBucketsMax / 1_000) + 1;
    const windows = Array.from({ length: services }, (_, each) => windowOf(`s${each}`, 1_000));
    world.begin(0, windows, 100);
    write(world);
    world.commit(0);
    equal(await lists.read(organization), undefined);
    equal(lists.has(organization, 's1'), false);
  });

  it('is left to the warehouse when as many organizations ask as have room', async () => {
    const world = openServiceListsWorld(1, 1, startMs);
    const lists = world.startReader();
    for (let other = 0; other < limits.serviceListsMax; other++)
      await lists.read(
        `3f2b8c1e-0000-4000-8001-${String(other).padStart(12, '0')}` as OrganizationId,
      );
    await settled(world);
    await lists.read(organization);
    await settled(world);
    equal(await lists.read(organization), undefined);
    world.wait(limits.serviceListSeconds + 1);
    await lists.read(organization);
    await settled(world);
    notEqual(await lists.read(organization), undefined);
  });
});

describe('shared work', () => {
  it('is begun anew for who asks while it runs, and once for all of them', async () => {
    const runs: (() => void)[] = [];
    const ask = shareNext(() => new Promise<void>(resolve => runs.push(resolve)));
    const first = ask();
    const [second, third] = [ask(), ask()];
    equal(runs.length, 1);
    runs[0]?.();
    await first;
    await turns();
    equal(runs.length, 2);
    runs[1]?.();
    await Promise.all([second, third]);
    void ask();
    equal(runs.length, 3);
  });

  it('that fails is begun anew', async () => {
    let calls = 0;
    const ask = shareNext(async () => {
      calls++;
      throw new Error('away');
    });
    const failures = await Promise.allSettled([ask(), ask(), ask()]);
    deepEqual(
      [calls, failures.map(({ status }) => status)],
      [2, ['rejected', 'rejected', 'rejected']],
    );
  });
});
