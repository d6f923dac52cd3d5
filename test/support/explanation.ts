import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { minuteMs } from '../../schemas/durations.ts';
import type { CheckedReader } from './checked-reader.ts';
import { durationLists, nearestRank } from './durations.ts';
import { freshSpan, newId } from './otel-send.ts';
import type { JsonSpan } from './otlp.ts';

const durationsMax = 300;

type Part = { readonly isLate: boolean; readonly kind: number };
type Drawn = readonly [durations: readonly number[], parts: readonly Part[]];

type Made = Part & {
  readonly isRequest: boolean;
  readonly nanos: number;
  readonly span: JsonSpan;
};

/** Durations of spans, and what else they are, in turn. */
export const drawnSpans: fc.Arbitrary<Drawn> = fc.tuple(
  durationLists(durationsMax),
  fc.array(fc.record({ isLate: fc.boolean(), kind: fc.constantFrom(1, 2, 3, 5) }), {
    minLength: 1,
    maxLength: 20,
  }),
);

/** They end now, or some minutes ago. */
export function madeNow([durations, parts]: Drawn): readonly Made[] {
  return durations.map((nanos, index) => {
    const part = parts[index % parts.length] ?? { isLate: false, kind: 2 };
    // A client span without a parent is a request, one with a parent is none.
    const isRequest = part.kind === 2 || part.kind === 5 || index % 2 === 0;
    const endNanos = BigInt(Date.now() - (part.isLate ? 3 : 0) * minuteMs) * 1_000_000n;
    const span = freshSpan({
      kind: part.kind,
      ...(index % 2 === 1 && { parentSpanId: newId(16) }),
      startTimeUnixNano: String(endNanos - BigInt(nanos)),
      endTimeUnixNano: String(endNanos),
    });
    return { ...part, isRequest, nanos, span };
  });
}

type Metrics = Awaited<ReturnType<CheckedReader['metrics']>>['body'];

/** As an oracle explains it that looks at everything that was sent. */
export function checkExplanation(
  { explain, metrics, sample_count: samples }: Metrics,
  sent: readonly Made[],
): void {
  const requests = sent.filter(({ isRequest }) => isRequest);
  const late = requests.filter(({ isLate }) => isLate);
  deepEqual(
    [explain?.sample_count, explain?.window_count, explain?.late_count, samples],
    [requests.length, requests.length, late.length, requests.length],
  );
  equal(metrics.p99_is_maximum, requests.length < 100);
  const durations = requests.map(({ nanos }) => nanos);
  const ids = new Map(requests.map(({ span, nanos }) => [span.spanId, { span, nanos }]));
  const reported = [metrics.p50_latency_ms, metrics.p95_latency_ms, metrics.p99_latency_ms];
  equal(explain?.percentiles.length, requests.length === 0 ? 0 : 3);
  explain?.percentiles.forEach((percentile, index) => {
    const exact = nearestRank(durations, percentile.quantile);
    equal(percentile.rank, Math.ceil(percentile.quantile * requests.length));
    equal(percentile.exact_ns, String(exact));
    equal(percentile.reported_ms, reported[index]);
    const { lower_ms: lower, upper_ms: upper } = percentile.bucket;
    const nanos = exact / 1e6;
    ok(lower <= nanos && nanos < upper, `expected ${nanos} in ${lower} … ${upper}`);
    ok(lower <= percentile.reported_ms && percentile.reported_ms < upper);
    const sorted = [...durations].sort((left, right) => left - right);
    for (const { rank, span_id: id, trace_id: trace, duration_ns: duration } of percentile.spans) {
      equal(duration, String(sorted[rank - 1]));
      deepEqual([ids.get(id)?.span.traceId, String(ids.get(id)?.nanos)], [trace, duration]);
    }
    ok(percentile.spans.some(({ rank }) => rank === percentile.rank));
  });
}
