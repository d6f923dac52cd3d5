import { dayOf, isOfEarlierDay } from './day.ts';
import { dayMs } from './durations.ts';

/** How long things are kept, by the name of the setting that says so. */
export type Retention = {
  readonly topicsMs: number;
  readonly spansMs: number;
  readonly hoursMs: number;
  readonly receiptsMs: number;
  readonly outboxMs: number;
};

type Table = {
  /** SQL for the instant from which a row's time counts. */
  readonly since: string;
  readonly period: keyof Retention;
  /** A row is kept so many times as long; once when absent. */
  readonly times?: number;
};

/** The tables of the warehouse whose rows go. Bookkeeping always goes after a week. */
export const tableTtls: Readonly<Record<string, Table>> = {
  spans: { since: 'bucket', period: 'spansMs' },
  // A span may name a resource that came long before it.
  resources: { since: 'known', period: 'spansMs', times: 2 },
  traces: { since: 'hour', period: 'spansMs' },
  errors: { since: 'toDateTime(time)', period: 'spansMs' },
  windows: { since: 'time', period: 'spansMs' },
  edges: { since: 'time', period: 'spansMs' },
  metric_points: { since: 'toDateTime(time)', period: 'spansMs' },
  samples: { since: 'toDateTime(time)', period: 'spansMs' },
  windows_1h: { since: 'time', period: 'hoursMs' },
  edges_1h: { since: 'time', period: 'hoursMs' },
  usage: { since: 'month', period: 'hoursMs' },
  requests: { since: 'toDateTime(received_at)', period: 'receiptsMs' },
  parked: { since: 'toDateTime(received_at)', period: 'receiptsMs' },
};

/** Repeats of a request are recognised by its receipt for a day. */
export const receiptsMsMin = 2 * dayMs;

const bodyFolder = 'bodies/';

/** Where a body lies that is too long for the log. Its name gives the hash of its content and the day of its receipt. */
export const bodyName = (hash: string, receivedAtMs: number): string =>
  `${bodyFolder}${dayOf(receivedAtMs)}/${hash}`;

/** The common beginning of such names. */
export const bodyNames = bodyFolder;

/** Whether a body was received on a day that had ended by then. */
export const isBodyBefore = (name: string, atMs: number): boolean =>
  isOfEarlierDay(name, bodyFolder, atMs);
