import type { RootCauses } from '../../../schemas/root-causes/routes.ts';
import { errorRateOf, type Histogram, quantileMs } from '../windows/histogram.ts';
import { type QueryContext, readHistogram } from '../windows/window-metrics.ts';
import type { WindowQuery } from '../windows/window-rows.ts';

/** The requests of a service in a range, and in a range of the same length before it. */
export async function readChange(
  {
    range,
    ...asked
  }: Pick<WindowQuery, 'organization' | 'service' | 'range' | 'knownBeforeSeconds'>,
  reading: QueryContext,
): Promise<NonNullable<RootCauses['change']>> {
  const { fromSeconds, toSeconds } = range;
  const earlier = { fromSeconds: fromSeconds - (toSeconds - fromSeconds), toSeconds: fromSeconds };
  const [now, before] = await Promise.all(
    [range, earlier].map(each =>
      readHistogram({ ...asked, range: each, scope: 'requests' }, reading),
    ),
  );
  return { now: figuresOf(now as Histogram), before: figuresOf(before as Histogram) };
}

export const figuresOf = (histogram: Histogram) => ({
  requests: histogram.n,
  error_rate: errorRateOf(histogram),
  p95_latency: quantileMs(histogram, 0.95),
});
