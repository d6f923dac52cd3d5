import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { BatchSeries } from './blocks/metric-points.ts';
import { withoutAttributes } from './blocks/without-attributes.ts';
import { limits } from './config.ts';
import { secondsPerDay } from './core/tables.ts';
import { openSlices } from './slices.ts';
import type { Block } from './table-rows.ts';

/**
 * Bounds the series of a metric, for each service and day. Points past the bound are kept with
 * their figures and their series, so that every rate stays exact, but without their attributes:
 * reads show them together as `(other)`.
 */
export type SeriesCap = {
  /** The blocks of a batch of points, without the attributes that are too many. */
  readonly applied: (
    blocks: readonly Block[],
    series: BatchSeries,
    signal: AbortSignal,
  ) => Promise<readonly Block[]>;
};

type Group = {
  readonly organization: string;
  readonly service: string;
  readonly metric: string;
  readonly day: number;
};

/** The series of each group by the name of the group, each series by 53 of its 64 bits. */
type Known = Map<string, Set<number>>;

type Dependencies = {
  readonly warehouse: Warehouse;
  readonly leftOut: (series: number, metric: string) => void;
};

/** What was seen is remembered, and read from the warehouse where this process has not seen it yet. */
export function openSeriesCap({ warehouse, leftOut }: Dependencies): SeriesCap {
  const known: Known = new Map();
  return {
    applied: async (blocks, series, signal) => {
      forgetMany(known);
      const groups = groupsOf(series);
      const names = groups.map(nameOf);
      const unknown = groups.filter((_, index) => !known.has(names[index] ?? ''));
      for (let at = 0; at < unknown.length; at += limits.seriesGroupsAtOnce) {
        const some = unknown.slice(at, at + limits.seriesGroupsAtOnce);
        await learn(some, known, warehouse, signal);
      }
      const isOut = await outOf(
        series,
        names.map(name => known.get(name)),
      );
      const first = isOut.indexOf(1);
      if (first < 0) return blocks;
      const left = isOut.reduce((sum, out) => sum + out, 0);
      leftOut(left, groups[series.entries.group[first] ?? 0]?.metric ?? '');
      return Promise.all(blocks.map(block => withoutAttributes(block, isOut)));
    },
  };
}

function forgetMany(known: Known): void {
  let remembered = known.size;
  for (const { size } of known.values()) remembered += size;
  if (remembered > limits.seriesRememberedMax) known.clear();
}

const groupsOf = ({ groups: { organizations, services, metrics, days } }: BatchSeries): Group[] =>
  metrics.map((metric, index) => ({
    ...{ organization: organizations[index] ?? '', service: services[index] ?? '' },
    ...{ metric, day: days[index] ?? 0 },
  }));

const nameOf = ({ organization, service, metric, day }: Group): string =>
  JSON.stringify([organization, service, metric, day]);

/** For each entry 1 when its group is full without it; the others are among the group's from now on. */
async function outOf(
  { entries: { group, low, high } }: BatchSeries,
  seriesOf: readonly (Set<number> | undefined)[],
): Promise<Uint8Array> {
  const slice = openSlices();
  const isOut = new Uint8Array(group.length);
  for (let entry = 0; entry < group.length; entry++) {
    const series = seriesOf[group[entry] as number];
    const name = (low[entry] as number) + ((high[entry] as number) & 0x1f_ffff) * 2 ** 32;
    if (series === undefined || series.has(name)) continue;
    if (series.size < limits.seriesMax) series.add(name);
    else isOut[entry] = 1;
    await slice();
  }
  return isOut;
}

/** Reads the series that the warehouse has of the groups; of one it has none of, that there are none. */
async function learn(
  groups: readonly Group[],
  known: Known,
  warehouse: Warehouse,
  signal: AbortSignal,
): Promise<void> {
  const days = groups.map(({ day }) => day);
  const rows = await warehouse.query<Group & { readonly series: readonly string[] }>(
    `SELECT toString(metric_points.organization) AS organization, service, metric,
            toUInt32(intDiv(toUnixTimestamp(toDateTime(time)), {dayLength:UInt32})) AS day,
            arrayMap(s -> toString(bitAnd(s, 9007199254740991)),
                     groupUniqArray({max:UInt32})(metric_points.series)) AS series
     FROM metric_points
     WHERE metric_points.organization IN {organizations:Array(UUID)} AND service IN {services:Array(String)}
       AND metric IN {metrics:Array(String)} AND NOT is_other
       AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
     GROUP BY metric_points.organization, service, metric, day`,
    {
      ...{ dayLength: secondsPerDay, max: limits.seriesMax },
      organizations: distinct(groups.map(({ organization }) => organization)),
      services: distinct(groups.map(({ service }) => service)),
      metrics: distinct(groups.map(({ metric }) => metric)),
      from: Math.min(...days) * secondsPerDay,
      to: (Math.max(...days) + 1) * secondsPerDay,
    },
    { signal },
  );
  for (const group of groups) known.set(nameOf(group), new Set());
  for (const row of rows) {
    const series = known.get(nameOf(row));
    if (series?.size === 0) for (const name of row.series) series.add(Number(name));
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
