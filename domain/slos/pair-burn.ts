import type { BurnPair } from '../../schemas/alerts/rule.ts';
import type { MeasureRecord } from '../../schemas/telemetry/window-record.ts';
import { burnPairs, burnRange, burnRate } from './burn.ts';
import type { Counts } from './counts.ts';

type PairAsked = {
  readonly pair: BurnPair;
  readonly target: number;
  /** The end of the last minute that counts. */
  readonly toSeconds: number;
  /** How many requests there were, and how many of them were not good. */
  readonly within: (range: { fromSeconds: number; toSeconds: number }) => Counts;
};

export type PairBurn = Pick<MeasureRecord, 'value' | 'samples'> &
  Required<Pick<MeasureRecord, 'burns'>> & {
    /** Of the samples. */
    readonly bad: number;
  };

/**
 * How fast the budget burns over both windows of a pair. The value is the lower rate, so it exceeds a threshold exactly
 * when both do; there is none when a window has no request.
 */
export function pairBurn({ pair, target, toSeconds, within }: PairAsked): PairBurn {
  const seen = burnPairs[pair].windows.map(window => {
    const range = burnRange(window, toSeconds);
    return { ...range, counts: within(range) };
  });
  const burns = seen.map(({ fromSeconds, counts }) => ({
    windowFromMs: fromSeconds * 1000,
    value: counts.total === 0 ? null : burnRate(counts, target),
    samples: counts.total,
  }));
  const rates = burns.flatMap(({ value }) => value ?? []);
  const { total: samples = 0, bad = 0 } = seen[0]?.counts ?? {};
  const value = rates.length < burns.length ? null : Math.min(...rates);
  return { value, samples, bad, burns };
}
