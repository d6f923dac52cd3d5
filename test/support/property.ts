import fc from 'fast-check';

/** Taken from `TEST_SEED` to repeat a run, else from the clock. */
export const seed = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);

/** Checks a property and prints the seed with which the run can be repeated. */
export async function holds<Values>(
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
  runs: number,
  more: Pick<fc.Parameters<Values>, 'endOnFailure' | 'examples'> = {},
): Promise<void> {
  process.stdout.write(`      ${runs} runs, TEST_SEED=${seed}\n`);
  await fc.assert(property as fc.IAsyncProperty<Values>, { seed, numRuns: runs, ...more });
}
