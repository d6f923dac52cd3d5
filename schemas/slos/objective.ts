/**
 * Which share of the entry spans is good: `availability`, those without an error; `latency`, those that took at most a
 * threshold.
 */
export const objectiveKinds = ['availability', 'latency'] as const;

/** `rolling`: the last days. `calendar`: the running week, month or quarter. */
export const objectiveWindows = ['rolling', 'calendar'] as const;

export type ObjectiveKind = (typeof objectiveKinds)[number];
export type ObjectiveWindow = (typeof objectiveWindows)[number];

/** What a user wants of a service. */
export type Objective = {
  readonly name: string;
  readonly description?: string;
  readonly kind: ObjectiveKind;
  /** Of `latency`, and of no other. */
  readonly thresholdMs?: number;
  readonly service: string;
  /** Absent: all entry spans of the service. */
  readonly operation?: string;
  /** Percent of the entry spans, with at most five decimals. */
  readonly target: number;
  readonly windowDays: number;
  readonly window: ObjectiveWindow;
};

export const windowDaysMin = 7;
export const windowDaysMax = 90;

/** Decimals of a target: 99.99999 is one failure in ten million. */
export const targetDecimals = 5;

/** Decimals of a threshold in milliseconds: durations are whole nanoseconds. */
export const thresholdDecimals = 6;
