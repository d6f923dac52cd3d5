/** What a link says of time, in the query string of every page. */
export type TimeSearch = {
  /** The instant that everything is shown as of; absent: now. */
  readonly as_of?: string;
  /** `now`: telemetry of that time as it is known today, with what came late. */
  readonly known?: 'now';
  /** A range that ends at the instant and rolls on with it. */
  readonly range?: RangeName;
  /** A range that stays where it is. */
  readonly from?: string;
  readonly to?: string;
};

export const ranges = {
  '15m': { label: 'Last 15 minutes', ms: 15 * 60_000 },
  '1h': { label: 'Last hour', ms: 3_600_000 },
  '6h': { label: 'Last 6 hours', ms: 6 * 3_600_000 },
  '24h': { label: 'Last 24 hours', ms: 24 * 3_600_000 },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * 3_600_000 },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * 3_600_000 },
} as const;

/** Which clock times are written by. */
export type Zone = 'local' | 'utc';

export type RangeName = keyof typeof ranges;

export const rangeNames = Object.keys(ranges) as readonly RangeName[];

export const presetRange: RangeName = '1h';

const minuteMs = 60_000;

/** The start of the minute: the steps in which the past is looked at. */
export const wholeMinute = (ms: number): string =>
  new Date(Math.floor(ms / minuteMs) * minuteMs).toISOString();

const instantOf = (value: unknown): string | undefined => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
};

/** Keeps what is well formed; a link that was cut on its way still opens. `parse(print(search))` is `search`. */
export function parseTime(search: Readonly<Record<string, unknown>>): TimeSearch {
  const asOf = instantOf(search.as_of);
  const from = instantOf(search.from);
  const to = instantOf(search.to);
  const range = rangeNames.find(name => name === search.range);
  const isRange = from !== undefined && to !== undefined && from < to;
  return {
    ...(asOf !== undefined && { as_of: wholeMinute(Date.parse(asOf)) }),
    ...(asOf !== undefined && search.known === 'now' && { known: 'now' as const }),
    ...(range !== undefined && range !== presetRange && !isRange && { range }),
    ...(isRange && { from, to }),
  };
}

export type Span = { readonly fromMs: number; readonly toMs: number };

/** The range that a link shows at a moment. */
export function spanOf({ as_of, range = presetRange, from, to }: TimeSearch, nowMs: number): Span {
  if (from !== undefined && to !== undefined)
    return { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const toMs = as_of === undefined ? nowMs : Date.parse(as_of);
  return { fromMs: toMs - ranges[range].ms, toMs };
}

const steps = [10, 30, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 86_400];

/** Seconds of a step, so that a range has at most so many. */
export const stepOf = ({ fromMs, toMs }: Span, stepsMax = 120): number =>
  steps.find(step => (toMs - fromMs) / 1_000 / step <= stepsMax) ?? 86_400;

const windows = ['15m', '1h', '6h', '24h'] as const;

/** The window of reads that know only some: the shortest that holds the range, or the longest there is. */
export const windowOf = ({ fromMs, toMs }: Span): (typeof windows)[number] =>
  windows.find(name => ranges[name].ms >= toMs - fromMs) ?? '24h';
