import type { Seeded } from '../seeded.ts';

/** Standard normal (Box and Muller). */
export const normal = (random: Seeded): number =>
  Math.sqrt(-2 * Math.log(1 - random.number())) * Math.cos(2 * Math.PI * random.number());

/** Above this, a Poisson distribution is near enough to a normal one. */
const poissonExactMax = 30;

export function poisson(random: Seeded, mean: number): number {
  if (mean > poissonExactMax)
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.number(); product > limit; product *= random.number()) count++;
  return count;
}

/** How many of `n` happen, each with the same probability. */
export function share(random: Seeded, n: number, probability: number): number {
  let count = 0;
  for (let index = 0; index < n; index++) if (random.number() < probability) count++;
  return count;
}
