import type { Change, Figures } from '../core/causes/symptoms.ts';
import { type Histogram, quantileMs } from '../windows/histogram.ts';
import { knownBefore } from '../windows/known-condition.ts';
import { type QueryContext, readHistogram } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import type { AskedCauses } from './asked.ts';

/** The requests of a service before and during a time. */
export async function readFigures(
  { organization, service, selection, baseline, atMs }: AskedCauses,
  reading: QueryContext,
): Promise<Change> {
  const of = { organization, service, scope: 'requests', ...knownBefore(atMs) } as const;
  const [before, during] = await Promise.all([
    readHistogram({ ...of, range: baseline }, reading),
    readHistogram({ ...of, range: selection }, reading),
  ]);
  return { before: figuresOf(before, baseline), during: figuresOf(during, selection) };
}

const figuresOf = (histogram: Histogram, range: TimeRange): Figures => ({
  seconds: range.toSeconds - range.fromSeconds,
  requests: histogram.n,
  errors: histogram.errors,
  p95Ms: quantileMs(histogram, 0.95),
});
