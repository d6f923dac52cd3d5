import { type Candidate, errorRate, p95, throughput } from './candidate.ts';
import { type Change, perSecond, type Symptoms, trafficRatio } from './symptoms.ts';

type Of = { readonly service: string; readonly change: Change; readonly traces: readonly string[] };

/** Other traffic than before: much more is a likelier cause than much less, which is often an effect. */
export function traffic({ service, change, traces }: Of): Candidate {
  const ratio = trafficRatio(change);
  const [during, before] = [change.during, change.before].map(each =>
    (60 * perSecond(each)).toFixed(1),
  );
  return {
    kind: 'traffic',
    service_name: service,
    subject: '',
    explanation: `${service} has ${ratio.toFixed(1)} times the requests of before: ${during} a minute, before ${before}.`,
    score: ratio > 1 ? Math.min(0.95, 0.4 + 0.6 * (1 - 1 / ratio)) : 0.4,
    evidence: [throughput(change), errorRate(change), p95(change)],
    traces,
  };
}

export type Compared = {
  readonly key: string;
  readonly value: string;
  readonly selection: { readonly spans: number; readonly share: number };
  readonly baseline: { readonly share: number };
  readonly difference: number;
};

/** A difference of shares, in percent, that spans have by chance is less than this; and fewer spans say nothing. */
const attributeBounds = { differenceMin: 40, spansMin: 5 } as const;

/** What says how a span ended rather than what it was asked; the version is a deploy, and services are dependencies. */
const consequences =
  /^(?:error|exception|otel\.status|trace\.service|service\.version$|http\.status_code$|http\.response\.|rpc\.grpc\.status_code$)/u;

type Comparison = {
  readonly baseline: { readonly spans: number };
  readonly attributes: readonly Compared[];
};

/** Where all requests failed or were slow, there are no others to differ from. */
export function unusualAttributes(
  { baseline, attributes }: Comparison,
  max: number,
): readonly Compared[] {
  const { differenceMin, spansMin } = attributeBounds;
  if (baseline.spans < spansMin) return [];
  return attributes
    .filter(
      ({ key, difference, selection }) =>
        difference >= differenceMin && selection.spans >= spansMin && !consequences.test(key),
    )
    .slice(0, max);
}

export function attribute(
  { key, value, selection, baseline, difference }: Compared,
  { errors }: Symptoms,
  { service, change, traces }: Of,
): Candidate {
  const what = errors ? 'failed' : 'slow';
  return {
    kind: 'attribute_value',
    service_name: service,
    subject: `${key}=${value}`,
    explanation: `${selection.share.toFixed(1)} % of the ${what} requests of ${service} have ${key}=${value}, of the others ${baseline.share.toFixed(1)} %.`,
    score: 0.5 + difference / 220,
    evidence: [errors ? errorRate(change) : p95(change), shareOf(baseline.share, selection.share)],
    traces,
  };
}

const shareOf = (before: number, during: number): Candidate['evidence'][number] => ({
  name: 'share_of_others_and_of_these',
  unit: 'percent',
  before,
  during,
});
