import { hourSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { emptyHistogram, type Histogram } from '../windows/histogram.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import {
  type HistogramRow,
  histogramOf,
  type SpansRow,
  selectHistograms,
  spansOf,
  type TimeRange,
  type WindowQuery,
} from '../windows/window-rows.ts';

/** A range of whole steps, which are multiples since 1970. */
export type Steps = TimeRange & { readonly stepSeconds: number };

export type Step = {
  readonly startSeconds: number;
  /** Of its requests. */
  readonly histogram: Histogram;
  /** Of every span, where the steps are those of an operation. */
  readonly spans?: Histogram;
};

type StepRow = (HistogramRow | SpansRow) & { readonly name: number };

/** What a service did in each step, those in which nothing happened too, the earliest first. */
export async function readSteps(
  query: Omit<WindowQuery, 'range'>,
  steps: Steps,
  reading: QueryContext,
): Promise<readonly Step[]> {
  const rows = await readRows<StepRow>(selectSteps({ ...query, range: steps }, steps), reading, {
    resultBytesMax: limits.histogramsBytesMax,
  });
  const read = await mapInTurns(rows, stepOf);
  const found = new Map(read.map(step => [step.startSeconds, step]));
  const nothing = {
    histogram: emptyHistogram,
    ...(query.scope !== 'requests' && { spans: emptyHistogram }),
  };
  return startsOf(steps).map(
    startSeconds => found.get(startSeconds) ?? { startSeconds, ...nothing },
  );
}

const stepOf = (row: StepRow): Step => ({
  startSeconds: row.name,
  histogram: histogramOf(row),
  ...('span_histogram' in row && { spans: spansOf(row) }),
});

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
