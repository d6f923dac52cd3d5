import { type Random, wholeBelow } from '../../../services/cli/demo/random.ts';

const runMax = 4;

/** Whether each next answer is good: runs of one to four, so that some reach the third failure in a row and some do not. */
export function openScript(random: Random): () => boolean {
  let isGood = true;
  let left = 1;
  return () => {
    if (left === 0) {
      isGood = !isGood;
      left = 1 + wholeBelow(runMax, random);
    }
    left--;
    return isGood;
  };
}
