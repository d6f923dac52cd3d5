import { hourSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { emptyHistogram, type Histogram } from '../windows/histogram.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import {
  type HistogramRow,
  histogramOf,
  selectHistograms,
  type TimeRange,
  type WindowQuery,
} from '../windows/window-rows.ts';

/** A range of whole steps, which are multiples since 1970. */
export type Steps = TimeRange & { readonly stepSeconds: number };

export type Step = { readonly startSeconds: number; readonly histogram: Histogram };

type StepRow = HistogramRow & { readonly name: number };

/** What a service did in each step, those in which nothing happened too, the earliest first. */
export async function readSteps(
  query: Omit<WindowQuery, 'range'>,
  steps: Steps,
  reading: QueryContext,
): Promise<readonly Step[]> {
  const rows = await readRows<StepRow>(selectSteps({ ...query, range: steps }, steps), reading, {
    resultBytesMax: limits.histogramsBytesMax,
  });
  const histograms = await mapInTurns(rows, histogramOf);
  const found = new Map(rows.map(({ name }, index) => [name, histograms[index]]));
  return startsOf(steps).map(startSeconds => ({
    startSeconds,
    histogram: found.get(startSeconds) ?? emptyHistogram,
  }));
}

/** Whole hours are read from the hourly table; only the fine one knows the minute in which it learned something. */
function selectSteps(query: WindowQuery, { stepSeconds, ...range }: Steps) {
  const isHourly = stepSeconds % hourSeconds === 0 && query.knownBeforeSeconds === undefined;
  return selectHistograms(query, {
    group: `toUInt32(intDiv(toUnixTimestamp(time), ${stepSeconds}) * ${stepSeconds})`,
    sources: [{ table: isHourly ? 'windows_1h' : 'windows', ...range }],
  });
}

const startsOf = ({ fromSeconds, toSeconds, stepSeconds }: Steps): number[] =>
  Array.from(
    { length: (toSeconds - fromSeconds) / stepSeconds },
    (_, index) => fromSeconds + index * stepSeconds,
  );
