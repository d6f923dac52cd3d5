import { ok } from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Fate } from './process-fate.ts';
import type { openProcessorWorld } from './processor-world.ts';

const turnsMax = 200_000;

export const anyFate: fc.Arbitrary<Fate> = fc.record({
  call: fc.nat({ max: 30 }),
  how: fc.constantFrom('before', 'during', 'after', 'sleep'),
  turns: fc.nat({ max: 60 }),
});

type World = Pick<ReturnType<typeof openProcessorWorld>, 'life' | 'isDone'>;

/** Lets one process after the other meet its fate, until the last one has taken everything. */
export async function liveThrough(
  world: World,
  given: {
    readonly fates: readonly Fate[];
    readonly batchRows: number;
    readonly poolSize: number;
  },
): Promise<void> {
  const running: Promise<void>[] = [];
  const lives: ReturnType<World['life']>[] = [];
  for (const fate of [...given.fates, undefined]) {
    const life = world.life(fate);
    lives.push(life);
    const run = life.run(given.batchRows, given.poolSize);
    running.push(run);
    await Promise.race([life.replaced, doneOf(world), run]);
  }
  await doneOf(world);
  for (const life of lives) life.end();
  await Promise.all(running);
}

async function doneOf(world: World): Promise<void> {
  for (let turns = 0; !world.isDone(); turns++) {
    ok(turns < turnsMax, 'expected everything to be taken');
    await turn();
  }
}
