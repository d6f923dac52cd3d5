import { bucketMiddleNanos, bucketOf } from '../../schemas/window.ts';

/** A span as it was sent. */
export type ReleasedSpan = {
  readonly service: string;
  /** Undefined: its resource names none. */
  readonly version: string | undefined;
  readonly endMs: number;
  readonly micros: number;
  readonly isError: boolean;
  readonly isRequest: boolean;
  /** What its error is put together by. */
  readonly message: string;
};

type Range = { readonly from: string; readonly to: string };

const isWithin = ({ endMs }: ReleasedSpan, { from, to }: Range): boolean =>
  endMs >= Date.parse(from) && endMs < Date.parse(to);

/** The figures of one side of a deployment, span by span. */
export function naiveWindow(
  all: readonly ReleasedSpan[],
  services: readonly string[],
  range: Range,
) {
  const own = all.filter(({ service }) => services.includes(service));
  const requests = own.filter(span => span.isRequest && isWithin(span, range));
  const errors = requests.filter(({ isError }) => isError).length;
  return {
    ...range,
    request_count: requests.length,
    error_count: errors,
    error_rate: requests.length === 0 ? 0 : (100 * errors) / requests.length,
    p95_latency: nearestRank(requests),
    new_error_groups: newGroups(own, range),
  };
}

function nearestRank(spans: readonly ReleasedSpan[]): number {
  const buckets = spans.map(({ micros }) => bucketOf(micros * 1_000)).sort((a, b) => a - b);
  const bucket = buckets[Math.ceil(0.95 * buckets.length) - 1];
  return bucket === undefined ? 0 : bucketMiddleNanos(bucket) / 1e6;
}

/** A group is a message of a service, and it begins with its first error. */
function newGroups(own: readonly ReleasedSpan[], range: Range): number {
  const firsts = new Map<string, ReleasedSpan>();
  for (const span of own.filter(({ isError }) => isError)) {
    const group = JSON.stringify([span.service, span.message]);
    const first = firsts.get(group);
    if (first === undefined || span.endMs < first.endMs) firsts.set(group, span);
  }
  return [...firsts.values()].filter(span => isWithin(span, range)).length;
}

/** How many spans name a version. */
export function naiveAdoption(
  all: readonly ReleasedSpan[],
  services: readonly string[],
  { version, ...range }: Range & { readonly version: string },
) {
  const own = all.filter(span => services.includes(span.service) && isWithin(span, range));
  const named = own.filter(span => span.version === version).length;
  return {
    ...range,
    span_count: own.length,
    version_span_count: named,
    percent: own.length === 0 ? 0 : (100 * named) / own.length,
  };
}
