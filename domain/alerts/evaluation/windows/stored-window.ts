import type { WindowDelta } from '../../../../schemas/telemetry/window-record.ts';
import { chosenExemplars } from '../../../telemetry/exemplars.ts';
import type { StoredWindow } from './look-back.ts';

/** A window with what a delta adds to it; operations are added up. */
export function addDelta(
  window: StoredWindow | undefined,
  delta: WindowDelta & { readonly late: number },
  offset: number,
): StoredWindow {
  const { n, errors, late, buckets, counts, exemplars = [] } = delta;
  if (window === undefined)
    return { n, errors, late, buckets, counts, exemplars, first: offset, last: offset };
  return {
    n: window.n + n,
    errors: window.errors + errors,
    late: window.late + late,
    ...sumOf(window, delta),
    exemplars: chosenExemplars([...window.exemplars, ...exemplars]),
    first: Math.min(window.first, offset),
    last: Math.max(window.last, offset),
  };
}

type Bars = Pick<StoredWindow, 'buckets' | 'counts'>;

function sumOf(some: Bars, more: Bars): Bars {
  const bars = new Map(some.buckets.map((bucket, index) => [bucket, some.counts[index] ?? 0]));
  more.buckets.forEach((bucket, index) => {
    bars.set(bucket, (bars.get(bucket) ?? 0) + (more.counts[index] ?? 0));
  });
  const buckets = [...bars.keys()].sort((left, right) => left - right);
  return { buckets, counts: buckets.map(bucket => bars.get(bucket) ?? 0) };
}
