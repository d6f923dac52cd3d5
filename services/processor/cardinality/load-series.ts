import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { nameOfGroup, type SeriesGroup } from '../blocks/series-groups.ts';
import { limits } from '../config.ts';
import { secondsPerDay } from '../core/tables.ts';
import type { StoredMembers } from './limiter.ts';

type Reading = { readonly warehouse: Warehouse; readonly signal: AbortSignal };

type Stored = StoredMembers<SeriesGroup, number>;

/** The series of each group, in parts: a first query counts them, so that no result is long. */
export async function* readSeries(
  groups: readonly SeriesGroup[],
  reading: Reading,
): AsyncGenerator<Stored> {
  const asked = new Set(groups.map(nameOfGroup));
  const counts = await read<{ n: string }>(
    'toString(uniqExact(metric_points.series)) AS n',
    groups,
    reading,
  );
  for (const some of inShortParts(counts.filter(row => asked.has(nameOfGroup(row))))) {
    const rows = await read<{ series: readonly string[] }>(
      `arrayMap(s -> toString(bitAnd(s, 9007199254740991)),
                groupUniqArray({max:UInt32})(metric_points.series)) AS series`,
      some,
      reading,
    );
    yield rows.map(({ series, ...group }) => ({ ...group, members: series.map(Number) }));
  }
}

/** Parts of the groups, each with at most as many series as one result may have. */
function inShortParts<Row extends SeriesGroup & { readonly n: string }>(
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const parts: Row[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const n = Math.min(Number(row.n), limits.seriesMax);
    if (count + n > limits.seriesLearnedAtOnce) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(row);
    count += n;
  }
  return parts;
}

/** One row a group; the filters also match some further groups. */
const read = <Row>(
  columns: string,
  groups: readonly SeriesGroup[],
  { warehouse, signal }: Reading,
) => {
  const days = groups.map(({ day }) => day);
  return warehouse.query<SeriesGroup & Row>(
    `SELECT toString(metric_points.organization) AS organization, service, metric,
            toUInt32(intDiv(toUnixTimestamp(toDateTime(time)), {dayLength:UInt32})) AS day, ${columns}
     FROM metric_points
     WHERE metric_points.organization IN {organizations:Array(UUID)} AND service IN {services:Array(String)}
       AND metric IN {metrics:Array(String)} AND NOT is_other
       AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
     GROUP BY metric_points.organization, service, metric, day`,
    {
      dayLength: secondsPerDay,
      max: limits.seriesMax,
      organizations: distinct(groups.map(({ organization }) => organization)),
      services: distinct(groups.map(({ service }) => service)),
      metrics: distinct(groups.map(({ metric }) => metric)),
      from: Math.min(...days) * secondsPerDay,
      to: (Math.max(...days) + 1) * secondsPerDay,
    },
    { signal },
  );
};

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
