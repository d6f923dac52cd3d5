import fc from 'fast-check';

/** Taken from `TEST_SEED` to repeat a run, else from the clock. */
export const seed = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);

/** `npm run test:proofs` runs long proofs whole; the gate draws a part of them, another one each time. */
export const isWhole = process.env.TEST_PROOFS === 'whole';

/** A test that takes most of a minute and finds what changes seldom break: one of `npm run test:proofs` alone. */
export const itOfProofs = (title: string, test: Mocha.AsyncFunc): void => {
  if (isWhole) it(title, test);
};

/** How much of a long proof this run does. */
export const partOf = (whole: number, divisor = 10): number =>
  isWhole ? whole : Math.ceil(whole / divisor);

/** Of what a long proof goes through: all of it in `npm run test:proofs`, and in the gate another part each time. */
export const someOf = <Each>(all: readonly Each[], divisor = 8): readonly Each[] =>
  shuffled(all).slice(0, partOf(all.length, divisor));

/** Of what a long proof goes through in several ways: all of it in `npm run test:proofs`, and in the gate each in one way, in another one each time. */
export const someOfWay = <Each>(
  all: readonly Each[],
  way: number,
  ways: number,
): readonly Each[] =>
  isWhole ? all : shuffled(all).filter((_each, index) => index % ways === way);

function shuffled<Each>(all: readonly Each[]): readonly Each[] {
  const everything = fc.shuffledSubarray([...all], { minLength: all.length });
  const [drawn = []] = fc.sample(everything, { seed, numRuns: 1 });
  return drawn;
}

/** Checks a property and prints the seed with which the run can be repeated. */
export async function holds<Values>(
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
  runs: number,
  more: Pick<fc.Parameters<Values>, 'endOnFailure' | 'examples'> = {},
): Promise<void> {
  process.stdout.write(`      ${runs} runs, TEST_SEED=${seed}\n`);
  await fc.assert(property as fc.IAsyncProperty<Values>, { seed, numRuns: runs, ...more });
}
