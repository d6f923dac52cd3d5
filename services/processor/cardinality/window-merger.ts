import { chosenExemplars } from '../../../domain/telemetry/exemplars.ts';
import type { NamedWindow } from '../blocks/windows.ts';

/** Windows added up under the names that they are given: exact, as windows are sums. */
export function createWindowMerger() {
  const sums = new Map<string, { window: NamedWindow; bars: Map<number, number> }>();
  return {
    /** The first under a name gives the sum what else it is called. */
    add: (name: string, window: NamedWindow): void => {
      const sum = sums.get(name);
      if (sum === undefined) sums.set(name, { window, bars: barsOf(window) });
      else {
        const { n, errors, exemplars } = sum.window;
        sum.window = {
          ...sum.window,
          n: n + window.n,
          errors: errors + window.errors,
          ...(exemplars && {
            exemplars: chosenExemplars([...exemplars, ...(window.exemplars ?? [])]),
          }),
        };
        addBars(sum.bars, window);
      }
    },
    all: (): NamedWindow[] => Array.from(sums.values(), withBars),
  };
}

const barsOf = (window: NamedWindow): Map<number, number> => addBars(new Map(), window);

function addBars(bars: Map<number, number>, { buckets, counts }: NamedWindow): Map<number, number> {
  for (const [bar, bucket] of buckets.entries()) {
    bars.set(bucket, (bars.get(bucket) ?? 0) + (counts[bar] ?? 0));
  }
  return bars;
}

function withBars({ window, bars }: { window: NamedWindow; bars: Map<number, number> }) {
  const sorted = [...bars].sort(([left], [right]) => left - right);
  return {
    ...window,
    buckets: sorted.map(([bucket]) => bucket),
    counts: sorted.map(([, count]) => count),
  };
}
