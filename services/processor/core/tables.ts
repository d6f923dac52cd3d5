/**
 * The tables a batch goes to. A table partition is known by its first instant, in seconds since
 * 1970; that is also the time a marker row carries.
 *  partition  start of the partition that holds an instant, as the table's DDL partitions it
 *  time       SQL for the seconds of a row's time column
 */
export const batchTables = {
  spans: { partition: dayStart, time: 'toUnixTimestamp(bucket)' },
  resources: { partition: () => 0, time: '0' },
  windows: { partition: dayStart, time: 'toUnixTimestamp(time)' },
  windows_1h: { partition: monthStart, time: 'toUnixTimestamp(time)' },
  edges: { partition: dayStart, time: 'toUnixTimestamp(time)' },
  edges_1h: { partition: monthStart, time: 'toUnixTimestamp(time)' },
  traces: { partition: dayStart, time: 'toUnixTimestamp(hour)' },
  errors: { partition: dayStart, time: 'toUnixTimestamp(toDateTime(time))' },
  usage: { partition: monthStart, time: "toUnixTimestamp(toDateTime(month, 'UTC'))" },
  metric_points: { partition: dayStart, time: 'toUnixTimestamp(toDateTime(time))' },
  samples: { partition: dayStart, time: 'toUnixTimestamp(toDateTime(time))' },
  requests: { partition: monthStart, time: 'toUnixTimestamp(toDateTime(received_at))' },
  parked: { partition: monthStart, time: 'toUnixTimestamp(toDateTime(received_at))' },
} as const satisfies Record<string, { partition: (seconds: number) => number; time: string }>;

export type BatchTable = keyof typeof batchTables;

export const batchTableNames = Object.keys(batchTables) as BatchTable[];

/** Those to which the batches of each topic go. */
export const spanTables = [
  'spans',
  'resources',
  'windows',
  'windows_1h',
  'traces',
  'usage',
  'edges',
  'edges_1h',
  'requests',
  'parked',
] as const satisfies readonly BatchTable[];

export const metricTables = [
  'metric_points',
  'resources',
  'requests',
  'parked',
] as const satisfies readonly BatchTable[];

export const sampleTables = ['samples', 'requests'] as const satisfies readonly BatchTable[];

export const secondsPerDay = 86_400;

function dayStart(seconds: number): number {
  return seconds - (seconds % secondsPerDay);
}

function monthStart(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
}
