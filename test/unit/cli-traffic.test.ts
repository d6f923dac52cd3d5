import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { nearestRank } from '../../services/cli/demo/comparison/truth.ts';
import { seededRandom } from '../../services/cli/demo/random.ts';
import { type ServiceName, serviceNames } from '../../services/cli/demo/shop/shop.ts';
import {
  lastEndMicros,
  type PlannedSpan,
  planRequest,
  spansOf,
} from '../../services/cli/demo/shop/traffic.ts';
import { holds } from '../support/property.ts';

const requestsOf = (seed: number, count: number): readonly PlannedSpan[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => planRequest(random));
};

const isEntry = ({ kind }: PlannedSpan): boolean => kind === 'server' || kind === 'consumer';

const isWithin = (inner: PlannedSpan, outer: PlannedSpan): boolean =>
  inner.startMicros >= outer.startMicros && inner.endMicros <= outer.endMicros;

const durationsOf = (service: ServiceName, spans: readonly PlannedSpan[]): readonly number[] =>
  spans
    .filter(span => span.service === service && isEntry(span))
    .map(span => span.endMicros - span.startMicros)
    .sort((left, right) => left - right);

describe('the traffic of the demo', function () {
  this.timeout(30_000);

  it('follows from its seed', () => {
    deepEqual(requestsOf(7, 20), requestsOf(7, 20));
  });

  it('has heavy tails in every service, whatever the seed', () =>
    holds(
      fc.property(fc.nat(), seed => {
        const spans = requestsOf(seed, 1_200).flatMap(spansOf);
        ok(spans.length >= 5_000, `${spans.length} spans`);
        for (const service of serviceNames) {
          const durations = durationsOf(service, spans);
          const tail = nearestRank(durations, 0.99) / nearestRank(durations, 0.5);
          ok(tail >= 10, `p99 of ${service} is ${tail} times p50`);
        }
      }),
      20,
    ));

  it('fails now and then, and callers fail with what they called', () => {
    const requests = requestsOf(1, 3_000);
    const failed = requests.filter(({ failure }) => failure !== undefined).length;
    ok(failed > 20 && failed < 300, `${failed} of 3000 failed`);
    for (const span of requests.flatMap(spansOf)) {
      if (span.children.some(({ failure }) => failure !== undefined)) ok(span.failure);
    }
  });

  it('takes whole microseconds, and answers after what it waited for', () =>
    holds(
      fc.property(fc.nat(), seed => {
        for (const span of requestsOf(seed, 20).flatMap(spansOf)) {
          ok(Number.isInteger(span.startMicros) && Number.isInteger(span.endMicros));
          ok(span.startMicros < span.endMicros);
          const waited = span.children.filter(({ kind }) => kind !== 'consumer');
          ok(waited.every(child => isWithin(child, span)));
        }
      }),
      50,
    ));

  it('puts ids into the names of spans', () => {
    const names = new Set(requestsOf(1, 200).map(({ name }) => name));
    ok(names.size > 100);
  });

  it('makes one service slower in an incident, and those who wait for it', () => {
    const incident = { service: 'payments', slower: 6, failing: 0.1 } as const;
    const random = seededRandom(1);
    const slow = Array.from({ length: 2_000 }, () => planRequest(random, incident)).flatMap(
      spansOf,
    );
    const usual = requestsOf(1, 2_000).flatMap(spansOf);
    const p50 = (service: ServiceName, spans: readonly PlannedSpan[]): number =>
      nearestRank(durationsOf(service, spans), 0.5);
    ok(p50('payments', slow) > 3 * p50('payments', usual));
    ok(p50('checkout', slow) > p50('checkout', usual));
  });

  it('tells when the last span of a request ends, waited for or not', () => {
    for (const request of requestsOf(3, 200)) {
      equal(lastEndMicros(request), Math.max(...spansOf(request).map(span => span.endMicros)));
    }
  });
});
