import type { OrganizationId } from '../../../schemas/ids.ts';
import { bucketMiddleNanos, hourSeconds } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { instantOfSeconds, type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { ServiceRow } from './read-services.ts';
import type { Steps } from './steps.ts';

type Asked = {
  readonly organization: OrganizationId;
  readonly steps: Steps;
  /** In seconds, a whole minute: only what was learned before it counts. */
  readonly knownBeforeSeconds?: number | undefined;
};

/** A service in a range, and its steps with requests: start, requests, errors, and the bucket of the p95. */
export type RangeRow = ServiceRow & {
  readonly points: readonly (readonly [number, string, string, number])[];
};

/** All services of an organization in a range, by name, in one statement: the percentile of each step is found in the warehouse. */
export const readServicesInRange = (
  { organization, steps, knownBeforeSeconds: known }: Asked,
  reading: QueryContext,
): Promise<RangeRow[]> =>
  readRows<RangeRow>(
    {
      sql: `SELECT service, sum(failed) AS failures, sumMap(durations) AS histogram, toUnixTimestamp(max(latest)) AS last,
              arraySort(groupArrayIf((at, requests, failed, ${bucketAtRank('durations', 0.95)}), requests > 0)) AS points
            FROM (
              SELECT service, toUInt32(intDiv(toUnixTimestamp(time), ${steps.stepSeconds}) * ${steps.stepSeconds}) AS at,
                sumIf(n, entry) AS requests, sumIf(errors, entry) AS failed, sumMapIf(hist, entry) AS durations,
                max(time) AS latest
              FROM ${tableOf(steps, known)}
              WHERE organization = {organization:UUID}
                AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
                ${known === undefined ? '' : `AND known < toDateTime(${known}, 'UTC')`}
              GROUP BY service, at)
            GROUP BY service ORDER BY service LIMIT ${limits.servicesMax}`,
      parameters: { organization, from: steps.fromSeconds, to: steps.toSeconds },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );

/** Whole hours are read from the hourly table; only the fine one knows the minute in which it learned something. */
const tableOf = ({ stepSeconds }: Steps, known: number | undefined): string =>
  stepSeconds % hourSeconds === 0 && known === undefined ? 'windows_1h' : 'windows';

/** The bucket that holds the rank `ceil(q · n)`, as `quantileNanos` finds it; the keys of a merged map ascend. */
const bucketAtRank = (map: string, q: number): string =>
  `mapKeys(${map})[arrayFirstIndex(seen -> seen >= ceil(${q} * arraySum(mapValues(${map}))), arrayCumSum(mapValues(${map})))]`;

export const pointOf = ([at, requests, errors, bucket]: RangeRow['points'][number]) => ({
  timestamp: instantOfSeconds(at),
  requests: Number(requests),
  errors: Number(errors),
  p95_ms: bucketMiddleNanos(bucket) / 1e6,
});
