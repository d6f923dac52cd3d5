import { openPairs } from './tuple-set.ts';

/** What is read of a batch of data points: one value a point in each column, two words of `series`. */
export type PointFigures = {
  readonly rows: number;
  readonly organization: Uint32Array;
  readonly service: Uint32Array;
  readonly metric: Uint32Array;
  readonly series: Uint32Array;
  readonly seconds: Uint32Array;
};

export type DistinctSeries = {
  /** Whose series are counted together, by the indexes of the batch; `day` is counted from 1970. */
  readonly groups: {
    readonly organization: Uint32Array;
    readonly service: Uint32Array;
    readonly metric: Uint32Array;
    readonly day: Uint32Array;
  };
  readonly entries: SeriesEntries;
  /** Index of the entry of each point. */
  readonly entryOf: Uint32Array;
};

/** Every series of every group once; `low` and `high` are its words. */
export type SeriesEntries = {
  readonly group: Uint32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
};

/** The series of a batch, without an object for each. */
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
  const ofGroups = (value: (group: number) => number) => valuesOf(groups.size(), value);
  const ofEntries = (value: (entry: number) => number) => valuesOf(entries.size(), value);
  const metricOf = (group: number) => groups.a(group);
  const serviceOf = (group: number) => metrics.a(metricOf(group));
  return {
    groups: {
      organization: ofGroups(group => services.a(serviceOf(group))),
      service: ofGroups(group => services.b(serviceOf(group))),
      metric: ofGroups(group => metrics.b(metricOf(group))),
      day: ofGroups(group => groups.b(group)),
    },
    entries: {
      group: ofEntries(entry => entries.a(entry)),
      low: ofEntries(entry => series.a(entries.b(entry))),
      high: ofEntries(entry => series.b(entries.b(entry))),
    },
    entryOf,
  };
}

const at = (column: Uint32Array, index: number): number => column[index] as number;

function valuesOf(count: number, value: (index: number) => number): Uint32Array {
  const values = new Uint32Array(count);
  for (let index = 0; index < count; index++) values[index] = value(index);
  return values;
}
