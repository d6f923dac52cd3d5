import { openPairs } from './pairs.ts';

/** What is read of a batch of data points: one value a point in each column, two words of `series`. */
export type PointFigures = {
  readonly rows: number;
  readonly organization: Uint32Array;
  readonly service: Uint32Array;
  readonly metric: Uint32Array;
  readonly series: Uint32Array;
  readonly seconds: Uint32Array;
};

/** Whose series are counted together, by the indexes of the batch; `day` is counted from 1970. */
export type SeriesGroup = {
  readonly organization: number;
  readonly service: number;
  readonly metric: number;
  readonly day: number;
};

export type DistinctSeries = {
  readonly groups: readonly SeriesGroup[];
  /** Every series of every group once; `low` and `high` are its words. */
  readonly entries: readonly {
    readonly group: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** Index of the entry of each point. */
  readonly entryOf: Uint32Array;
};

/** The series of a batch. No object per point, one per series. */
export function distinctSeries(points: PointFigures, secondsPerDay: number): DistinctSeries {
  const services = openPairs();
  const metrics = openPairs();
  const groups = openPairs();
  const series = openPairs();
  const entries = openPairs();
  const entryOf = new Uint32Array(points.rows);
  for (let row = 0; row < points.rows; row++) {
    const service = services.number(at(points.organization, row), at(points.service, row));
    const metric = metrics.number(service, at(points.metric, row));
    const group = groups.number(metric, Math.floor(at(points.seconds, row) / secondsPerDay));
    const one = series.number(at(points.series, row * 2), at(points.series, row * 2 + 1));
    entryOf[row] = entries.number(group, one);
  }
  return {
    groups: numbers(groups.size()).map(group => {
      const metric = groups.a(group);
      const service = metrics.a(metric);
      return {
        organization: services.a(service),
        service: services.b(service),
        metric: metrics.b(metric),
        day: groups.b(group),
      };
    }),
    entries: numbers(entries.size()).map(entry => {
      const one = entries.b(entry);
      return { group: entries.a(entry), low: series.a(one), high: series.b(one) };
    }),
    entryOf,
  };
}

const at = (column: Uint32Array, index: number): number => column[index] as number;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
