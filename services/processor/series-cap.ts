import type { MetricBatch } from '../../platform/otlp/metric-batch.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { openOrganizations } from './blocks/organizations.ts';
import { limits } from './config.ts';
import { distinctSeries } from './core/series.ts';
import { secondsPerDay } from './core/tables.ts';

/**
 * Bounds the series of a metric, for each service and day. Points past the bound are kept with
 * their figures and their series, so that every rate stays exact, but without their attributes:
 * reads show them together as `(other)`.
 */
export type SeriesCap = {
  /** Rows of a batch whose attributes are left out. */
  readonly others: (points: MetricBatch, signal: AbortSignal) => Promise<ReadonlySet<number>>;
};

type Group = {
  readonly organization: string;
  readonly service: string;
  readonly metric: string;
  readonly day: number;
};

type Dependencies = {
  readonly warehouse: Warehouse;
  readonly leftOut: (series: number, metric: string) => void;
};

/** What was seen is remembered, and read from the warehouse where this process has not seen it yet. */
export function openSeriesCap({ warehouse, leftOut }: Dependencies): SeriesCap {
  const known = new Map<string, Set<string>>();
  const forgetMany = (): void => {
    let remembered = 0;
    for (const { size } of known.values()) remembered += size;
    if (remembered > limits.seriesRememberedMax) known.clear();
  };
  return {
    others: async (points, signal) => {
      forgetMany();
      const { groups, entries, entryOf } = distinctSeries(points.facts(), secondsPerDay);
      const named = groups.map(namer(points));
      const unknown = named.filter(group => !known.has(nameOf(group)));
      if (unknown.length > 0) await learn(unknown, known, warehouse, signal);
      const isOut = entries.map(({ group, low, high }) => {
        const series = known.get(nameOf(named[group] as Group)) as Set<string>;
        return !admit(series, `${low}:${high}`);
      });
      tell(
        leftOut,
        named,
        entries.filter((_, entry) => isOut[entry]),
      );
      const others = new Set<number>();
      if (!isOut.includes(true)) return others;
      entryOf.forEach((entry, row) => {
        if (isOut[entry]) others.add(row);
      });
      return others;
    },
  };
}

const nameOf = ({ organization, service, metric, day }: Group): string =>
  JSON.stringify([organization, service, metric, day]);

function namer(points: MetricBatch) {
  const organizations = openOrganizations(() => points.organizations);
  return (
    group: Readonly<Record<'organization' | 'service' | 'metric' | 'day', number>>,
  ): Group => ({
    organization: organizations.text(group.organization),
    service: points.serviceText(group.service),
    metric: points.metricText(group.metric),
    day: group.day,
  });
}

function admit(series: Set<string>, name: string): boolean {
  if (series.has(name)) return true;
  if (series.size >= limits.seriesMax) return false;
  series.add(name);
  return true;
}

function tell(
  leftOut: Dependencies['leftOut'],
  groups: readonly Group[],
  entries: readonly { readonly group: number }[],
): void {
  const counts = new Map<string, number>();
  for (const { group } of entries) {
    const { metric } = groups[group] as Group;
    counts.set(metric, (counts.get(metric) ?? 0) + 1);
  }
  for (const [metric, count] of counts) leftOut(count, metric);
}

/** Reads the series that the warehouse has of the groups; of one it has none of, that there are none. */
async function learn(
  groups: readonly Group[],
  known: Map<string, Set<string>>,
  warehouse: Warehouse,
  signal: AbortSignal,
): Promise<void> {
  const days = groups.map(({ day }) => day);
  const rows = await warehouse.query<Group & { readonly series: readonly string[] }>(
    `SELECT toString(metric_points.organization) AS organization, service, metric,
            toUInt32(intDiv(toUnixTimestamp(toDateTime(time)), {dayLength:UInt32})) AS day,
            arrayMap(s -> concat(toString(bitAnd(s, 4294967295)), ':', toString(bitShiftRight(s, 32))),
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
    if (series?.size === 0) for (const name of row.series) series.add(name);
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
