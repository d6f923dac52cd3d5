import type { StoredWindow, Windows } from '../evaluation/windows/look-back.ts';
import { evaluationLimits } from '../evaluation/windows/slots.ts';

export type SeriesWindows = Windows & {
  /** Forgets what the evaluator forgets, seen from a slot. */
  readonly moveTo: (slot: number) => void;
};

/** Between two looks at what to forget. */
const sweepSeconds = 600;

/** Windows of a few series in memory, no longer than the evaluator keeps them. */
export function createSeriesWindows(): SeriesWindows {
  const bySeries = new Map<string, Map<number, StoredWindow>>();
  let sweptAt = 0;
  return {
    get: (series, time) => bySeries.get(series)?.get(time),
    put: (series, time, window) => {
      const windows = bySeries.get(series) ?? new Map<number, StoredWindow>();
      bySeries.set(series, windows.set(time, window));
    },
    moveTo: slot => {
      if (slot < sweptAt + sweepSeconds) return;
      sweptAt = slot;
      for (const windows of bySeries.values())
        for (const time of windows.keys())
          if (time < slot - evaluationLimits.keptSeconds) windows.delete(time);
    },
  };
}
