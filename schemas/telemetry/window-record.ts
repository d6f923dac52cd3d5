/** Records of the topic `windows`: deltas, ticks, marks of receiving, what is known of anomalies and measures, by the header `kind`. */

export const windowHeaders = { version: 'v', kind: 'kind' } as const;

/** Service name under which the sums of a whole organization travel, for rules of scope global. */
export const globalService = '*';

/** Service name under which the services past the limit of an organization are counted. */
export const overflowService = '(other)';

/** A trace that shows what the figures of a window mean. */
export type Exemplar = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly durationNanos: number;
  readonly isError: boolean;
};

/** At most so many for each window: one with an error, if there is one, and the slowest. */
export const exemplarsMax = 3;

/** What a batch adds to one window. */
export type WindowDelta = {
  readonly organization: string;
  readonly service: string;
  readonly operation: string;
  /** Entry spans: of kind server or consumer, or without a parent. */
  readonly entry: boolean;
  /** Start of the window in seconds since 1970. */
  readonly time: number;
  readonly n: number;
  readonly errors: number;
  /** Ascending, as `bucketOf`; the count of each stands beside it. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
  /** Of entry spans only. Records of before there were any lack it. */
  readonly exemplars?: readonly Exemplar[];
};

/** One part of what a batch adds to the windows of one partition; the batch is named by its source and range. */
export type WindowDeltaPart = {
  /** Partition of `spans`. */
  readonly source: number;
  readonly first: number;
  readonly last: number;
  readonly part: number;
  readonly parts: number;
  readonly windows: readonly WindowDelta[];
};

/**
 * How far a processor has come: the windows of everything that source partition `source` received up
 * to an instant are on this partition, before the tick.
 */
export type TickRecord = {
  /** Partitions of `spans`. */
  readonly sources: number;
  readonly ticks: readonly { readonly source: number; readonly receivedUpToMs: number }[];
};

/** A mark: telemetry could be received at this instant. Where there is none for a while, nobody could send. */
export type ReceivingRecord = { readonly receivingAtMs: number };

/**
 * From here on, events about anomalies are known up to a position of the event store: rules of anomalies are evaluated
 * with these. The latest position holds.
 */
export type AnomaliesRecord = {
  /** -1: there was no event about anomalies yet. */
  readonly position: number;
  /** The next record that its sender had to read; it knew every such record before that. */
  readonly after: number;
};

/**
 * What a version of a rule measured in one of its windows: a figure that does not follow from windows of spans. The
 * first measure of a window holds.
 */
export type MeasureRecord = {
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly windowFromMs: number;
  readonly windowToMs: number;
  /** Null: there was nothing to measure. */
  readonly value: number | null;
  /** What it follows from, such as points of a metric. */
  readonly samples: number;
  /** Of these, how many have an error, where that is what is measured. */
  readonly errors?: number;
  /** Of a burn rate: what each of its windows saw, the longest first; the value is the lowest of them. */
  readonly burns?: readonly MeasuredBurn[];
  /** What it is about was deleted. */
  readonly isGone?: true;
};

/** A burn rate over a window that ends with the measure; null without requests. */
export type MeasuredBurn = {
  readonly windowFromMs: number;
  readonly value: number | null;
  readonly samples: number;
};
