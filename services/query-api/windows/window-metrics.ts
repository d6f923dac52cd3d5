import { invalidRequest } from '../../../platform/http/problem.ts';
import type { OrganizationReads, QueryOptions } from '../../../platform/warehouse/port.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { clampToDateTime } from '../traces/span-names.ts';
import { emptyHistogram, type Histogram } from './histogram.ts';
import {
  type HistogramRow,
  histogramOf,
  type OfOrganization,
  selectHistograms,
  type TimeRange,
  type WindowQuery,
} from './window-rows.ts';

/** In seconds. */
export const windowLengths = {
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '6h': 21_600,
  '24h': 86_400,
} as const;

export type MetricsWindow = keyof typeof windowLengths;

/** The whole tens of seconds of the window before now, and the ten seconds that are still open. */
export function rangeOf(window: MetricsWindow, nowMs: number): TimeRange {
  const now = windowStart(Math.floor(nowMs / 1000));
  return { fromSeconds: now - windowLengths[window], toSeconds: now + windowSeconds };
}

/** The window that ends at an instant; the ten seconds that the instant lies in are taken whole. */
export function rangeUntil(window: MetricsWindow, endMs: number): TimeRange {
  const toSeconds = Math.ceil(endMs / 1000 / windowSeconds) * windowSeconds;
  const end = windowStart(Math.floor(endMs / 1000));
  return { fromSeconds: end - windowLengths[window], toSeconds };
}

/** Throws an invalid request for seconds that the warehouse's times cannot name. */
export function assertInDateTimeRange(...seconds: readonly number[]): void {
  if (seconds.some(second => second !== clampToDateTime(second))) {
    throw invalidRequest('expected instants between 1970 and 2106');
  }
}

/** The bounds of a range as answers state them. */
export const boundsOf = ({ fromSeconds, toSeconds }: TimeRange) => ({
  from: instantOfSeconds(fromSeconds),
  to: instantOfSeconds(toSeconds),
});

export const instantOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();

export type QueryContext = {
  readonly warehouse: OrganizationReads;
  readonly signal: AbortSignal;
};

/** The windows that the query names, merged into one. */
export async function readHistogram(query: WindowQuery, reading: QueryContext): Promise<Histogram> {
  const [row] = await readRows<HistogramRow>(selectHistograms(query), reading);
  return row === undefined ? emptyHistogram : histogramOf(row);
}

/** The rows of a statement about an organization, at its turn and within the time that a reader may take. */
export const readRows = <Row>(
  { sql, parameters }: { readonly sql: string; readonly parameters: OfOrganization },
  { warehouse, signal }: QueryContext,
  more: Pick<QueryOptions, 'resultBytesMax'> = {},
): Promise<Row[]> => {
  const { organization } = parameters;
  const options = { reader: { organization }, signal, maxExecutionMs: limits.queryMs, ...more };
  return warehouse.query<Row>(sql, parameters, options);
};
