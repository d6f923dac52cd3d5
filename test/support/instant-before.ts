import { until } from './until.ts';

/** An instant that is over when it is given: what happens from now on is not of it. */
export async function instantBefore(): Promise<string> {
  const at = new Date().toISOString();
  await until('the next millisecond', () => new Date().toISOString() > at);
  return at;
}
