import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { errorKey, failing } from '../../services/query-api/core/causes/failing.ts';
import { spansOfService } from '../../services/query-api/core/causes/of-service.ts';
import { unusualAttributes } from '../../services/query-api/core/causes/others.ts';
import { type Figures, symptomsOf } from '../../services/query-api/core/causes/symptoms.ts';
import type { SampledSpan } from '../../services/query-api/core/root-causes/sampled-span.ts';
import { holds } from '../support/property.ts';

const plain = { name: '', kind: 1, start: 0, duration: 0, peer: '', failed: false } as const;

const sampled: fc.Arbitrary<SampledSpan> = fc.record({
  ...(Object.fromEntries(
    Object.entries(plain).map(([key, value]) => [key, fc.constant(value)]),
  ) as { [Key in keyof typeof plain]: fc.Arbitrary<(typeof plain)[Key]> }),
  trace: fc.constantFrom('t1', 't2'),
  span: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  parent: fc.constantFrom('0', '1', '2', '3', '4', '5', '6'),
  service: fc.constantFrom('checkout', 'payments', 'stock'),
  errorType: fc.constant(''),
  message: fc.constant(''),
});

const spansOfTraces = fc.uniqueArray(sampled, {
  maxLength: 12,
  selector: ({ trace, span }) => `${trace}/${span}`,
});

/** Upwards as many steps as there are spans. */
function isBelowByHand(spans: readonly SampledSpan[], span: SampledSpan, service: string): boolean {
  let at: SampledSpan | undefined = span;
  for (let step = 0; step <= spans.length && at !== undefined; step++) {
    if (at.service === service) return true;
    const { trace, parent }: SampledSpan = at;
    at = spans.find(each => each.trace === trace && each.span === parent);
  }
  return false;
}

const figures = (requests: number, errors: number): Figures => ({
  seconds: 900,
  requests,
  errors,
  p95Ms: 10,
});

describe('causes', () => {
  it('look at a service and what is below it, whatever rings a client sends', () =>
    holds(
      fc.property(spansOfTraces, fc.constantFrom('checkout', 'payments'), (spans, service) => {
        deepEqual(
          spansOfService(spans, service),
          spans.filter(span => isBelowByHand(spans, span, service)),
        );
      }),
      1_000,
    ));

  it('need a rise of errors that chance rarely makes', () => {
    const isSymptom = (before: Figures, during: Figures): boolean =>
      symptomsOf({ before, during }).errors;
    equal(isSymptom(figures(100, 2), figures(100, 6)), false);
    equal(isSymptom(figures(100, 2), figures(100, 30)), true);
    equal(isSymptom(figures(100, 30), figures(100, 2)), false);
    equal(isSymptom(figures(0, 0), figures(3, 1)), true);
    equal(isSymptom(figures(0, 0), figures(3, 0)), false);
  });

  it('need traffic that differs by more than counts vary', () => {
    const isSymptom = (before: number, during: number): boolean =>
      symptomsOf({ before: figures(before, 0), during: figures(during, 0) }).traffic;
    deepEqual(
      [isSymptom(100, 130), isSymptom(100, 300), isSymptom(300, 100), isSymptom(3, 9)],
      [false, true, true, false],
    );
    equal(isSymptom(0, 500), false);
  });

  it('are values of attributes only where there are others to differ from', () => {
    const group = (spans: number, share: number) => ({ spans, share });
    const value = (key: string, difference: number) => ({
      key,
      value: 'x',
      selection: group(20, difference),
      baseline: group(0, 0),
      difference,
    });
    const attributes = [value('error.type', 100), value('customer.id', 90), value('region', 20)];
    const keysAmong = (others: number) =>
      unusualAttributes({ baseline: { spans: others }, attributes }, 2).map(({ key }) => key);
    deepEqual([keysAmong(100), keysAmong(0)], [['customer.id'], []]);
  });

  it('name an error as new only when it did not occur before', () => {
    const traces = ['a', 'b'];
    const failure = { ...plain, service: 'checkout', errorType: 'BadState', message: 'x', traces };
    const change = { before: figures(100, 0), during: figures(100, 2) };
    const asked = { service: 'checkout', change, failures: [failure], failedTraces: 4 };
    const [found] = failing({ ...asked, counts: new Map() });
    deepEqual(
      [found?.kind, found?.subject, found?.score, found?.traces],
      ['new_error', 'BadState: x', 0.4, traces],
    );
    ok(found?.explanation.includes('2 of 4 failed traces'));
    const counts = new Map([[errorKey(failure), { before: 1, during: 2 }]]);
    deepEqual(failing({ ...asked, counts }), []);
  });

  it('name an error once, in however many operations it came', () => {
    const error = { ...plain, service: 'payments', errorType: 'Upstream', message: 'no answer' };
    const failures = [
      { ...error, name: 'GET /orders/1', traces: ['a', 'b'] },
      { ...error, name: 'GET /orders/2', traces: ['b', 'c'] },
      { ...error, peer: 'bank', traces: ['d'] },
    ];
    const change = { before: figures(100, 0), during: figures(100, 4) };
    const asked = { service: 'payments', change, failedTraces: 4, counts: new Map() };
    deepEqual(
      failing({ ...asked, failures }).map(({ kind, subject, traces }) => [kind, subject, traces]),
      [
        ['failing_dependency', 'bank', ['d']],
        ['new_error', 'Upstream: no answer', ['a', 'b', 'c', 'd']],
      ],
    );
  });
});
