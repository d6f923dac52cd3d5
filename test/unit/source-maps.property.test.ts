import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { dayMs } from '../../schemas/durations.ts';
import { holds } from '../support/property.ts';
import {
  type Crash,
  commandLifeMs,
  crashes,
  Killed,
  openSourceMapWorld,
  owners,
  type SentMap,
} from '../support/source-map-world.ts';

const releases = ['1', '2'] as const;
const filenames = ['a.js.map', 'b.js.map'] as const;
const debugIds = [1, 2, 3].map(n => `85314830-023f-4cf1-a267-535f4e37bb1${n}`);
const nameOf = ({ owner, debugId }: Pick<SentMap, 'owner' | 'debugId'>) => `${owner} ${debugId}`;

/** Maps as they should be, and uploads whose command is durable and not decided yet. */
class Naive {
  readonly maps = new Map<string, SentMap>();
  readonly #sent: SentMap[] = [];
  #waitedDays = 0;

  get isWaiting(): boolean {
    return this.#sent.length > 0;
  }

  /** The status of an upload that is answered. */
  upload(sent: SentMap, crash: Crash): number | undefined {
    const isKnown =
      this.maps.has(nameOf(sent)) || this.#sent.some(each => nameOf(each) === nameOf(sent));
    if (crash === 'after send' || crash === 'none') this.#sent.push(sent);
    if (crash !== 'none') return undefined;
    this.settle();
    return isKnown ? 200 : 201;
  }

  /** Whether what waits to be decided can wait so long. */
  wait(days: number): boolean {
    if (!this.isWaiting) return true;
    if (this.#waitedDays + days >= commandLifeMs / dayMs) return false;
    this.#waitedDays += days;
    return true;
  }

  settle(): void {
    this.#waitedDays = 0;
    for (const each of this.#sent.splice(0)) this.maps.set(nameOf(each), each);
  }
}

type World = ReturnType<typeof openSourceMapWorld>;
type Step = (world: World, naive: Naive) => Promise<void> | void;

const settle: Step = (world, naive) => {
  world.decideAll();
  naive.settle();
};

const sentMaps = fc.record<SentMap>({
  owner: fc.nat({ max: 1 }),
  debugId: fc.constantFrom(...debugIds),
  release: fc.constantFrom(undefined, ...releases),
  filename: fc.constantFrom(...filenames),
  content: fc.constantFrom('x', 'yy'),
});

const uploading = fc.tuple(sentMaps, fc.constantFrom(...crashes)).map(
  ([sent, crash]): Step =>
    async (world, naive) => {
      const ended = await world.upload(sent, crash).catch((error: unknown) => {
        ok(error instanceof Killed, String(error));
      });
      equal(ended?.status, naive.upload(sent, crash));
    },
);

const deleting = sentMaps.map(
  (sent): Step =>
    async (world, naive) => {
      await settle(world, naive);
      const row = world
        .rows()
        .find(each => each.organizationId === owners[sent.owner] && each.debugId === sent.debugId);
      equal(row !== undefined, naive.maps.delete(nameOf(sent)));
      if (row !== undefined) world.remove(row);
    },
);

/** A command is decided before the log forgets it. */
const waiting = fc.integer({ min: 0, max: 9 }).map(
  (days): Step =>
    (world, naive) => {
      if (naive.wait(days)) world.wait(days);
    },
);

const sweeping: Step = async world => void (await world.sweep());

const steps = fc.oneof(
  { weight: 3, arbitrary: uploading },
  deleting,
  waiting,
  fc.constantFrom(settle, sweeping),
);

describe('source maps over crashes', () => {
  it('keep the content of each map, lose no acknowledged one, and leave nothing behind', () =>
    holds(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async script => {
        const world = openSourceMapWorld();
        const naive = new Naive();
        for (const step of script) {
          await step(world, naive);
          if (!naive.isWaiting) expectSame(world, naive);
        }
        await settle(world, naive);
        expectSame(world, naive);
        world.wait(1 + commandLifeMs / dayMs);
        await world.sweep();
        const named = world.rows().map(({ blob }) => blob);
        deepEqual([...world.blobs.keys()].sort(), named.sort());
      }),
      1_000,
    ));
});

function expectSame(world: World, { maps }: Naive): void {
  for (const row of world.rows()) equal(world.countedOf(row), row.sizeBytes);
  const found = world.rows().map(row => ({
    owner: owners.indexOf(row.organizationId),
    debugId: row.debugId,
    release: row.release,
    filename: row.filename,
    content: world.blobs.get(row.blob),
  }));
  const sorted = (all: readonly object[]): string[] =>
    all
      .map(each => JSON.stringify(each, ['owner', 'debugId', 'release', 'filename', 'content']))
      .sort();
  deepEqual(sorted(found), sorted([...maps.values()]));
  for (const owner of [0, 1]) {
    const own = [...maps.values()].filter(each => each.owner === owner);
    const bytes = own.reduce((sum, { content }) => sum + content.length, 0);
    deepEqual(world.counts(owner), { count: own.length, bytes });
    for (const release of releases) {
      for (const filename of filenames) {
        const placed = own.filter(each => each.release === release && each.filename === filename);
        equal(world.released(owner, release, filename), placed.length);
      }
    }
  }
}
