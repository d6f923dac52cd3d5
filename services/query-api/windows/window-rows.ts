import type { OrganizationId } from '../../../schemas/ids.ts';
import { hourSeconds, hourStart } from '../../../schemas/window.ts';
import type { Histogram } from './histogram.ts';

export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number };

/** Which windows of a service: those of its requests, or all of them, or all of one operation. */
export type WindowScope = 'requests' | 'operations' | { readonly operation: string };

export type WindowQuery = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly range: TimeRange;
  readonly scope: WindowScope;
  /** In seconds, a whole minute: only what was learned before it counts. */
  readonly knownBeforeSeconds?: number | undefined;
};

/** Values bound in a statement, the organization of which it reads among them. */
export type OfOrganization<Value = unknown> = Readonly<Record<string, Value>> & {
  readonly organization: OrganizationId;
};

/** A statement with the values that are bound in it. */
export type Statement = {
  readonly sql: string;
  readonly parameters: OfOrganization<string | number>;
};

export type WindowSource = { readonly table: 'windows' | 'windows_1h' } & TimeRange;

const hoursFromSeconds = 6 * hourSeconds;

/**
 * Long ranges read whole hours from the hourly table and only the two ends from the fine one: the
 * same sums, fewer rows. Only the fine one knows the minute in which it learned something.
 */
export function sourcesOf({
  range,
  knownBeforeSeconds,
}: Pick<WindowQuery, 'range' | 'knownBeforeSeconds'>): readonly WindowSource[] {
  const { fromSeconds, toSeconds } = range;
  const isFine = toSeconds - fromSeconds < hoursFromSeconds || knownBeforeSeconds !== undefined;
  if (isFine) return [{ table: 'windows', ...range }];
  const firstHour = hourStart(fromSeconds + hourSeconds - 1);
  const lastHour = hourStart(toSeconds);
  const parts: WindowSource[] = [
    { table: 'windows', fromSeconds, toSeconds: firstHour },
    { table: 'windows_1h', fromSeconds: firstHour, toSeconds: lastHour },
    { table: 'windows', fromSeconds: lastHour, toSeconds },
  ];
  return parts.filter(part => part.fromSeconds < part.toSeconds);
}

/**
 * Sums over the windows, one row a group; `group` is an expression over `time` and `operation`. They count requests,
 * which are entry spans, whatever the scope is.
 */
export function selectHistograms(
  query: WindowQuery,
  { group, sources = sourcesOf(query) }: { group?: string; sources?: readonly WindowSource[] } = {},
): Statement {
  const from = together(sources.map(source => windowsOf(source, query)));
  return {
    sql: `SELECT ${group === undefined ? '' : `${group} AS name, `}${sumsOf(query)}
     FROM ${from}${group === undefined ? '' : ' GROUP BY name'}`,
    parameters: parametersOf(query),
  };
}

const sumsOf = ({ scope }: WindowQuery): string =>
  scope === 'requests'
    ? 'sum(errors) AS failures, sumMap(hist) AS histogram'
    : `sumIf(errors, entry) AS failures, sumMapIf(hist, entry) AS histogram,
            sum(errors) AS span_failures, sumMap(hist) AS span_histogram`;

/** A row of `selectHistograms`; `name` only where it was grouped. */
export type HistogramRow = {
  readonly failures: string;
  /** Bucket to count. */
  readonly histogram: Readonly<Record<string, string>>;
};

/** A row of `selectHistograms` whose scope has more than requests. */
export type SpansRow = HistogramRow & {
  readonly span_failures: string;
  readonly span_histogram: HistogramRow['histogram'];
};

/** Of every span, also those within a request. */
export const spansOf = ({ span_failures: failures, span_histogram: histogram }: SpansRow) =>
  histogramOf({ failures, histogram });

/** Every span is in one bucket, and the keys of an object that are whole numbers ascend. */
export function histogramOf({ failures, histogram }: HistogramRow): Histogram {
  const buckets = Object.keys(histogram).map(Number);
  const counts = Object.values(histogram).map(Number);
  const n = counts.reduce((sum, count) => sum + count, 0);
  return { n, errors: Number(failures), buckets, counts };
}

/** A subquery costs a tenth of the statement's time: one source does without. */
function together(sources: readonly string[]): string {
  const [only = '', ...others] = sources;
  if (others.length === 0) return only;
  const rows = sources.map(
    source => `SELECT time, operation, entry, n, errors, hist FROM ${source}`,
  );
  return `(${rows.join(' UNION ALL ')})`;
}

/**
 * Every condition and function costs time before the first row, and to bind anything but a text is a
 * function. Numbers are compared with a time as its seconds and texts with an id as its digits,
 * without one; PREWHERE says what is read first, else it is sought.
 */
const windowsOf = (source: WindowSource, query: WindowQuery): string =>
  `${source.table}
   PREWHERE organization = {organization:String} AND service = {service:String}
     AND time >= ${source.fromSeconds} AND time < ${source.toSeconds}${conditionOf(query)}`;

function conditionOf({ scope, knownBeforeSeconds }: WindowQuery): string {
  const known = knownBeforeSeconds === undefined ? '' : ` AND known < ${knownBeforeSeconds}`;
  if (scope === 'operations') return known;
  return `${scope === 'requests' ? ' AND entry' : ' AND operation = {operation:String}'}${known}`;
}

const parametersOf = ({ organization, service, scope }: WindowQuery): Statement['parameters'] => ({
  organization,
  service,
  ...(typeof scope === 'object' && { operation: scope.operation }),
});
