import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { firstFailures } from '../../services/query-api/core/root-causes/failures.ts';
import {
  childrenOf,
  type SampledSpan,
} from '../../services/query-api/core/root-causes/sampled-span.ts';
import { selfTimes } from '../../services/query-api/core/root-causes/self-times.ts';
import { sentencesOf } from '../../services/query-api/core/root-causes/sentences.ts';
import { holds } from '../support/property.ts';

const sampled: fc.Arbitrary<SampledSpan> = fc.record({
  trace: fc.constantFrom('t1', 't2', 't3'),
  span: fc.constantFrom('1', '2', '3', '4', '5'),
  parent: fc.constantFrom('0', '1', '2', '3', '4', '5'),
  service: fc.constantFrom('checkout', 'payments'),
  name: fc.constantFrom('GET /cart', 'POST /charge'),
  kind: fc.constantFrom(2, 3),
  start: fc.integer({ min: -10, max: 20 }),
  duration: fc.integer({ min: 0, max: 20 }),
  peer: fc.constantFrom('', 'database postgresql:orders'),
  failed: fc.boolean(),
  errorType: fc.constantFrom('', 'TimeoutError'),
  message: fc.constantFrom('', 'late'),
});

/** A span id is there once in a trace. */
const spansOfTraces = fc.uniqueArray(sampled, {
  maxLength: 15,
  selector: ({ trace, span }) => `${trace}/${span}`,
});

const childrenByHand = (spans: readonly SampledSpan[], { trace, span }: SampledSpan) =>
  spans.filter(each => each.trace === trace && each.parent === span && each.span !== span);

/** Children, their children and so on; in a ring also the span itself. */
function belowByHand(spans: readonly SampledSpan[], span: SampledSpan): SampledSpan[] {
  const below = new Set<SampledSpan>();
  for (let size = -1; size !== below.size; ) {
    size = below.size;
    for (const each of [span, ...below])
      for (const child of childrenByHand(spans, each)) below.add(child);
  }
  return [...below];
}

/** One nanosecond after the other. */
function selfByHand(spans: readonly SampledSpan[], span: SampledSpan): number {
  const children = childrenByHand(spans, span);
  let own = 0;
  for (let at = span.start; at < span.start + span.duration; at++) {
    if (!children.some(({ start, duration }) => start <= at && at < start + duration)) own++;
  }
  return own;
}

describe('root causes', () => {
  it('are the failed spans without a failed span below, each trace counted once at a place', () =>
    holds(
      fc.property(spansOfTraces, spans => {
        const expected = new Map<string, Set<string>>();
        for (const span of spans) {
          if (!span.failed || belowByHand(spans, span).some(({ failed }) => failed)) continue;
          const { service, name, kind, peer, errorType, message } = span;
          const key = [service, name, kind, peer, errorType, message].join('|');
          expected.set(key, (expected.get(key) ?? new Set()).add(span.trace));
        }
        const found = firstFailures(spans);
        deepEqual(
          new Map(
            found.map(({ service, name, kind, peer, errorType, message, traces }) => [
              [service, name, kind, peer, errorType, message].join('|'),
              new Set(traces),
            ]),
          ),
          expected,
        );
        const counts = found.map(({ traces }) => traces.length);
        deepEqual(
          counts,
          counts.toSorted((left, right) => right - left),
        );
      }),
      1_000,
    ));

  it('count the time of a span in which no child ran, nanosecond for nanosecond', () =>
    holds(
      fc.property(spansOfTraces, spans => {
        const expected = new Map<string, number>();
        for (const span of spans) {
          const key = `${span.service}|${span.name}|${span.peer}`;
          expected.set(key, (expected.get(key) ?? 0) + selfByHand(spans, span));
        }
        const found = selfTimes(spans, childrenOf(spans));
        deepEqual(
          new Map(
            found.map(({ service, name, peer, nanos }) => [`${service}|${name}|${peer}`, nanos]),
          ),
          expected,
        );
        const times = found.map(({ nanos }) => nanos);
        deepEqual(
          times,
          times.toSorted((left, right) => right - left),
        );
      }),
      1_000,
    ));

  it('become sentences, and no finding gives no sentence', () => {
    const sample = { failed_traces: 0, slow_traces: 0, spans: 0, is_whole: true };
    const found = { causes: [], reason: null };
    const nothing = { failures: [], slowness: [], deployments: [], change: null, sample, ...found };
    equal(sentencesOf(nothing).length, 0);
    const place = {
      service_name: 'payments',
      operation_name: 'POST /charge',
      peer: null,
      traces: 3,
      share: 75,
      trace_ids: [],
    };
    const failure = { ...place, kind: 'SERVER', error_type: 'TimeoutError', message: '' };
    deepEqual(
      sentencesOf({ ...nothing, failures: [failure], sample: { ...sample, failed_traces: 4 } }),
      ['In 3 of 4 failed traces, POST /charge of payments fails first: TimeoutError.'],
    );
  });
});
