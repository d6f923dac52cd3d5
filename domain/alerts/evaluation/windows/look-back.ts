import type { Exemplar } from '../../../../schemas/telemetry/window-record.ts';
import { windowSeconds } from '../../../../schemas/window.ts';
import { addWindow, type Bars, createHistogram, type Histogram } from './histogram.ts';
import { lookBackOf, type Range } from './slots.ts';

/** All entry spans of a series in ten seconds. */
export type StoredWindow = Bars & {
  readonly exemplars: readonly Exemplar[];
  /** Offsets of the first and the last record that added to it. */
  readonly first: number;
  readonly last: number;
};

/** Windows by series (`organization/service`) and start in seconds. */
export type Windows = {
  get(series: string, time: number): StoredWindow | undefined;
  put(series: string, time: number, window: StoredWindow): void;
};

/** The sum of the windows that a rule looks at, moved along with the slots. */
export type LookBack = {
  readonly histogram: Histogram;
  readonly range: () => { readonly from: number; readonly to: number };
  /** Takes what a window gained, if it lies in the range. */
  readonly add: (time: number, gained: Bars) => void;
  readonly moveTo: (slot: number) => void;
};

/** What a sum of windows is of. */
export type Looking = {
  readonly series: string;
  readonly range: Range;
  readonly windowMinutes: number;
};

export function createLookBack(
  { series, range: kind, windowMinutes }: Looking,
  slot: number,
  windows: Windows,
): LookBack {
  const histogram = createHistogram();
  let range = lookBackOf(kind, windowMinutes, slot);
  const addAll = (from: number, to: number, sign: 1 | -1): void => {
    for (let time = from; time < to; time += windowSeconds) {
      const window = windows.get(series, time);
      if (window !== undefined) addWindow(histogram, window, sign);
    }
  };
  addAll(range.from, range.to, 1);
  return {
    histogram,
    range: () => range,
    add: (time, gained) => {
      if (time >= range.from && time < range.to) addWindow(histogram, gained, 1);
    },
    moveTo: next => {
      const before = range;
      range = lookBackOf(kind, windowMinutes, next);
      addAll(before.from, Math.min(before.to, range.from), -1);
      addAll(Math.max(before.to, range.from), range.to, 1);
    },
  };
}
