import fc from 'fast-check';

/** Taken from `TEST_SEED` to repeat a run, else from the clock. */
export const seed = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);

/** `npm run test:proofs` runs long proofs whole; the gate draws a part of them, another one each time. */
const isWhole = process.env.TEST_PROOFS === 'whole';

/** How much of a long proof this run does. */
export const partOf = (whole: number, divisor = 10): number =>
  isWhole ? whole : Math.ceil(whole / divisor);

/** Checks a property and prints the seed with which the run can be repeated. */
export async function holds<Values>(
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
  runs: number,
  more: Pick<fc.Parameters<Values>, 'endOnFailure' | 'examples'> = {},
): Promise<void> {
  process.stdout.write(`      ${runs} runs, TEST_SEED=${seed}\n`);
  await fc.assert(property as fc.IAsyncProperty<Values>, { seed, numRuns: runs, ...more });
}
