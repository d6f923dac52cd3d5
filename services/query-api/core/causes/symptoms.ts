/** Requests of a service in a time. */
export type Figures = {
  readonly seconds: number;
  readonly requests: number;
  readonly errors: number;
  readonly p95Ms: number;
};

export type Change = { readonly before: Figures; readonly during: Figures };

/** What is unusual in a time, against the time before it. */
export type Symptoms = {
  readonly errors: boolean;
  readonly latency: boolean;
  readonly traffic: boolean;
};

/** Differences that chance makes once in two thousand times are none, nor are those that nobody would feel. */
const bounds = {
  deviations: 3.3,
  errorPoints: 0.01,
  slower: 1.5,
  slowerMs: 1,
  requestsMin: 30,
  traffic: 1.8,
} as const;

export const symptomsOf = (change: Change): Symptoms => ({
  errors: failsMore(change),
  latency: isSlower(change),
  traffic: hasOtherTraffic(change),
});

/** Two proportions; a service that had no requests before counts as one that did not fail. */
function failsMore({ before, during }: Change): boolean {
  if (during.errors === 0) return false;
  if (before.requests === 0) return true;
  const rise = during.errors / during.requests - before.errors / before.requests;
  const pooled = (during.errors + before.errors) / (during.requests + before.requests);
  const variance = pooled * (1 - pooled) * (1 / during.requests + 1 / before.requests);
  return rise >= bounds.errorPoints && rise >= bounds.deviations * Math.sqrt(variance);
}

function isSlower({ before, during }: Change): boolean {
  if (Math.min(before.requests, during.requests) < bounds.requestsMin) return false;
  return (
    during.p95Ms >= before.p95Ms * bounds.slower && during.p95Ms - before.p95Ms >= bounds.slowerMs
  );
}

/** Counts of arrivals vary by their roots. */
function hasOtherTraffic({ before, during }: Change): boolean {
  if (Math.max(before.requests, during.requests) < bounds.requestsMin || before.requests === 0)
    return false;
  const ratio = trafficRatio({ before, during });
  const expected = perSecond(before) * during.seconds;
  const spread = Math.sqrt(Math.max(expected, during.requests));
  const isFar = Math.abs(during.requests - expected) >= bounds.deviations * spread;
  return isFar && (ratio >= bounds.traffic || ratio <= 1 / bounds.traffic);
}

export const perSecond = ({ requests, seconds }: Figures): number =>
  seconds === 0 ? 0 : requests / seconds;

export const trafficRatio = ({ before, during }: Change): number =>
  perSecond(before) === 0 ? 1 : perSecond(during) / perSecond(before);

export const errorPercent = ({ errors, requests }: Figures): number =>
  requests === 0 ? 0 : (100 * errors) / requests;
