import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { anyFate, liveThrough } from '../support/processor-lives.ts';
import {
  openProcessorWorld,
  requestsWorld,
  type Sent,
  worldTables,
} from '../support/processor-world.ts';
import { holds, partOf } from '../support/property.ts';

const history = fc.record({
  sent: fc.array(fc.record({ content: fc.nat({ max: 30 }) }), { minLength: 1, maxLength: 40 }),
  fates: fc.array(anyFate, { maxLength: 6 }),
  batchRows: fc.integer({ min: 1, max: 6 }),
  poolSize: fc.integer({ min: 1, max: 2 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

async function outcomeOf({ sent, ...lives }: History) {
  const world = openProcessorWorld(sent, requestsWorld);
  await liveThrough(world, lives);
  return world;
}

/** Each content once, however often it was sent. */
const expected = (sent: readonly Sent[]): readonly number[] =>
  [...new Set(sent.map(({ content }) => content))].sort(byValue);

const byValue = (left: number, right: number): number => left - right;

describe('the batches of a partition', function () {
  this.timeout(300_000);

  it('are in every table once, and noted before they are written, wherever processes die or sleep', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const world = await outcomeOf(given);
        deepEqual(world.faults, []);
        for (const table of worldTables)
          deepEqual([...world.contents(table)].sort(byValue), expected(given.sent), table);
      }),
      partOf(2_000),
    );
  });

  it('are published so that a reader who takes each range once has everything once', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const { deltas } = await outcomeOf(given);
        let highWater = -1;
        const taken: number[] = [];
        for (const { first, last, contents } of deltas) {
          if (last <= highWater) continue;
          deepEqual(first, highWater + 1);
          taken.push(...contents);
          highWater = last;
        }
        deepEqual(taken.sort(byValue), expected(given.sent));
      }),
      partOf(1_000),
    );
  });
});
