import type { Metric, Operator } from './rule.ts';

/** A stretch of event time, Unix ms; `toMs` is a multiple of ten seconds and not part of it. */
export type EvaluatedWindow = { readonly fromMs: number; readonly toMs: number };

/** What an evaluation saw of one condition of a rule that has several. */
export type ConditionEvidence = {
  readonly metric: Metric;
  readonly operator: Operator;
  readonly threshold: number;
  /** Its own: conditions may look back differently far. */
  readonly window: EvaluatedWindow;
  /** Null: its window has no value. */
  readonly value: number | null;
  readonly holds: boolean;
  /** Entry spans in its window. */
  readonly samples: number;
};

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
  /** Of a rule with several, the rule's own first, whose window is that of the figures. */
  readonly conditions?: readonly ConditionEvidence[];
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
