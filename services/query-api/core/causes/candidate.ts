import type { Cause } from '../../../../schemas/causes/cause.ts';
import { type Change, errorPercent, perSecond } from './symptoms.ts';

/** A cause whose traces are named as the warehouse names them. */
export type Candidate = Omit<Cause, 'trace_ids' | 'deployment'> & {
  readonly traces: readonly string[];
  readonly deployment?: NonNullable<Cause['deployment']>;
};

type Evidence = Cause['evidence'][number];

export const errorRate = ({ before, during }: Change): Evidence => ({
  name: 'error_rate',
  unit: 'percent',
  before: errorPercent(before),
  during: errorPercent(during),
});

export const p95 = ({ before, during }: Change): Evidence => ({
  name: 'p95_latency',
  unit: 'ms',
  before: before.p95Ms,
  during: during.p95Ms,
});

export const throughput = ({ before, during }: Change): Evidence => ({
  name: 'throughput',
  unit: 'requests_per_minute',
  before: 60 * perSecond(before),
  during: 60 * perSecond(during),
});

/** The most likely first. */
export const ranked = (candidates: readonly Candidate[], max: number): Candidate[] =>
  candidates.toSorted((left, right) => right.score - left.score).slice(0, max);
