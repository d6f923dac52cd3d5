/** A stretch of event time, Unix ms; `toMs` is a multiple of ten seconds and not part of it. */
export type EvaluatedWindow = { readonly fromMs: number; readonly toMs: number };

/** What an evaluation saw. Latencies are in ms and absent where they are not known. */
export type Evidence = {
  readonly ruleVersion: number;
  readonly window: EvaluatedWindow;
  /** '' for a global rule. */
  readonly serviceName: string;
  /** Entry spans in the window. */
  readonly samples: number;
  /** Of the samples, those that were received after the window had been evaluated first. */
  readonly late: number;
  readonly errors: number;
  readonly p50Ms?: number;
  readonly p90Ms?: number;
  readonly p95Ms?: number;
  readonly p99Ms?: number;
  readonly avgMs?: number;
  /** At most three. */
  readonly exemplars: readonly Exemplar[];
  /** Records of the log that the figures follow from. */
  readonly log: readonly LogRange[];
};

export type Exemplar = {
  readonly traceId: string;
  readonly durationMs: number;
  readonly isError: boolean;
};

/** Offsets, both included. */
export type LogRange = {
  readonly topic: string;
  readonly partition: number;
  readonly first: number;
  readonly last: number;
};

/** An evaluation whose tick is so far behind the clock is late, and the state of an alert stale. */
export const lateTickMs = 60_000;
