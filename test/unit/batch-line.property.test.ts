import { deepEqual, ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Fate } from '../support/process-fate.ts';
import { openProcessorWorld, type Sent, worldTables } from '../support/processor-world.ts';
import { holds, partOf } from '../support/property.ts';

const turnsMax = 200_000;

const fate: fc.Arbitrary<Fate> = fc.record({
  call: fc.nat({ max: 30 }),
  how: fc.constantFrom('before', 'during', 'after', 'sleep'),
  turns: fc.nat({ max: 60 }),
});

const history = fc.record({
  sent: fc.array(fc.record({ content: fc.nat({ max: 30 }) }), { minLength: 1, maxLength: 40 }),
  fates: fc.array(fate, { maxLength: 6 }),
  batchRows: fc.integer({ min: 1, max: 6 }),
  poolSize: fc.integer({ min: 1, max: 2 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** What is left when one process after the other has met its fate and the last one has taken everything. */
async function outcomeOf({ sent, fates, batchRows, poolSize }: History) {
  const world = openProcessorWorld(sent);
  const running: Promise<void>[] = [];
  const lives: ReturnType<typeof world.life>[] = [];
  for (const each of [...fates, undefined]) {
    const life = world.life(each);
    lives.push(life);
    const run = life.run(batchRows, poolSize);
    running.push(run);
    await Promise.race([life.replaced, doneOf(world), run]);
  }
  await doneOf(world);
  for (const life of lives) life.end();
  await Promise.all(running);
  return world;
}

async function doneOf(world: ReturnType<typeof openProcessorWorld>): Promise<void> {
  for (let turns = 0; !world.isDone(); turns++) {
    ok(turns < turnsMax, 'expected everything to be taken');
    await turn();
  }
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
