import { deepEqual, equal, rejects } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '../../platform/errors.ts';
import type { OrganizationReads, QueryParameters } from '../../platform/warehouse/port.ts';
import { organizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { openServiceLists } from '../../services/query-api/services/service-lists.ts';

const [ours, theirs] = [organizationId('ours'), organizationId('theirs')];
const startMs = 1_800_000_000_000;

/** A warehouse that answers when it is told to, and a watermark. */
function openWorld() {
  const reads: { organization: string; answer: (name: string) => void; fail: () => void }[] = [];
  const watermark = { nowMs: startMs };
  const query = ((_sql: string, { organization }: QueryParameters) =>
    new Promise<unknown[]>((resolve, reject) => {
      reads.push({
        organization: String(organization),
        answer: service => resolve([rowOf(service)]),
        fail: () => reject(new Unavailable('the warehouse is away')),
      });
    })) as OrganizationReads['query'];
  const read = openServiceLists({
    warehouse: { query },
    watermarks: { now: async () => watermark.nowMs },
    clock: () => startMs,
  });
  return { read, reads, watermark };
}

const rowOf = (service: string) => ({
  service,
  failures: '1',
  histogram: { 1600: '4' },
  last: startMs / 1000,
});

describe('a list of services', () => {
  const now = performance.now;
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 1;
    performance.now = () => nowMs;
  });
  afterEach(() => {
    performance.now = now;
  });
  /** The cache looks at its clock once in a millisecond. */
  const settled = (): Promise<void> => pause(3);
  const wait = async (ms: number): Promise<void> => {
    nowMs += ms;
    await settled();
  };
  const namesOf = async (list: ReturnType<ReturnType<typeof openWorld>['read']>) =>
    (await list).services.map(({ name }) => name);

  it('is read once for all that ask while it is read and within a second after', async () => {
    const { read, reads } = openWorld();
    const asked = [read(ours), read(ours)];
    await settled();
    asked.push(read(ours));
    await settled();
    equal(reads.length, 1);
    reads[0]?.answer('cart');
    await settled();
    await wait(limits.serviceListFreshMs);
    asked.push(read(ours));
    deepEqual(await Promise.all(asked.map(namesOf)), [['cart'], ['cart'], ['cart'], ['cart']]);
    await wait(1);
    const next = read(ours);
    await settled();
    reads[1]?.answer('basket');
    deepEqual(await namesOf(next), ['basket']);
  });

  it('is of one organization', async () => {
    const { read, reads } = openWorld();
    const asked = [read(ours), read(theirs)];
    await settled();
    deepEqual(
      reads.map(({ organization }) => organization),
      ['ours', 'theirs'],
    );
    reads[1]?.answer('theirs');
    reads[0]?.answer('ours');
    deepEqual(await Promise.all(asked.map(namesOf)), [['ours'], ['theirs']]);
  });

  it('has the watermark from before it was read, also for those that share it', async () => {
    const { read, reads, watermark } = openWorld();
    const first = read(ours);
    await settled();
    watermark.nowMs += 5_000;
    reads[0]?.answer('cart');
    equal((await first).watermarkMs, startMs);
    equal((await read(ours)).watermarkMs, startMs);
    await wait(limits.serviceListFreshMs + 1);
    const next = read(ours);
    await settled();
    reads[1]?.answer('cart');
    equal((await next).watermarkMs, startMs + 5_000);
  });

  it('that cannot be read fails for those that wait for it, and is read again', async () => {
    const { read, reads } = openWorld();
    const asked = [read(ours), read(ours)];
    await settled();
    reads[0]?.fail();
    for (const list of asked) await rejects(list, Unavailable);
    const next = read(ours);
    await settled();
    reads[1]?.answer('cart');
    deepEqual(await namesOf(next), ['cart']);
  });

  const answered = async (
    world: ReturnType<typeof openWorld>,
    name: string,
    organization = ours,
  ) => {
    const list = world.read(organization);
    await settled();
    world.reads.at(-1)?.answer(name);
    await list;
  };

  it('is not kept when it takes more memory than all of them may', async () => {
    const world = openWorld();
    await answered(world, 'x'.repeat(limits.serviceListsBytesMax / 2));
    await answered(world, 'cart');
    equal(world.reads.length, 2);
    deepEqual(await namesOf(world.read(ours)), ['cart']);
  });

  it('gives way to those of others where there are as many as may be kept, and is still given', async () => {
    const { read, reads } = openWorld();
    const first = read(ours);
    const others = Array.from({ length: limits.serviceListsMax }, (_, other) =>
      read(organizationId(`other ${other}`)),
    );
    await settled();
    for (const [index, { answer }] of reads.entries()) answer(`service ${index}`);
    deepEqual(await namesOf(first), ['service 0']);
    await Promise.all(others);
    void read(ours);
    void read(organizationId(`other ${limits.serviceListsMax - 1}`));
    await settled();
    equal(reads.length, limits.serviceListsMax + 2);
  });
});
