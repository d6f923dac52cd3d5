import { deepEqual, equal } from 'node:assert/strict';
import { firstFailure, nextError } from '../../../services/web/pages/trace/failures.ts';
import { layoutOf } from '../../../services/web/pages/trace/layout.ts';
import { matcherOf } from '../../../services/web/pages/trace/matcher.ts';
import { type Model, modelOf } from '../../../services/web/pages/trace/model.ts';
import { keyOfSpan, spanOfKey, spansOfKeys } from '../../../services/web/pages/trace/span-key.ts';

type Span = {
  readonly id: string;
  readonly parent: number;
  readonly startNs: number;
  readonly durationNs: number;
  readonly name: string;
  readonly isError?: boolean;
};

const summary = {
  id: 'a',
  trace_id: 'a',
  service_name: 'shop',
  operation_name: 'buy',
  start_time: '2026-01-01T00:00:00.000Z',
  end_time: '2026-01-01T00:00:01.000Z',
  duration_ms: 1_000,
  status_code: 'ERROR',
  has_error: true,
  span_count: 4,
  error_count: 2,
};

function modelFrom(spans: readonly Span[]): Model {
  const columns = {
    span_id: spans.map(({ id }) => id),
    parent: spans.map(({ parent }) => parent),
    start_ns: spans.map(({ startNs }) => startNs),
    duration_ns: spans.map(({ durationNs }) => durationNs),
    service: spans.map(() => 0),
    name: spans.map((_, index) => index),
    kind: spans.map(() => 1),
    status: spans.map(({ isError }) => (isError ? 2 : 0)),
  };
  const outline = {
    trace: summary,
    spans: spans.length,
    is_whole: true,
    services: ['shop'],
    names: spans.map(({ name }) => name),
    columns,
  };
  return modelOf(outline, layoutOf(columns));
}

const model = modelFrom([
  { id: 'a', parent: -1, startNs: 0, durationNs: 100, name: 'buy', isError: true },
  { id: 'b', parent: 0, startNs: 10, durationNs: 20, name: 'price' },
  { id: 'c', parent: 0, startNs: 40, durationNs: 30, name: 'Pay', isError: true },
  { id: 'c', parent: 2, startNs: 45, durationNs: 10, name: 'charge' },
]);

const all = (): boolean => true;

describe('the model of a trace', () => {
  it('finds the span that failed first by its end, as parents begin before what makes them fail', () => {
    equal(firstFailure(model), 2);
    equal(firstFailure(modelFrom([])), undefined);
  });

  it('goes to the next and the previous error, round the ends', () => {
    equal(nextError(model, -1, 1, all), 0);
    equal(nextError(model, -1, -1, all), 2);
    equal(nextError(model, 0, 1, all), 2);
    equal(nextError(model, 2, 1, all), 0);
    equal(nextError(model, 0, -1, all), 2);
  });

  it('passes over errors that a filter took away', () => {
    equal(
      nextError(model, -1, 1, span => span !== 0),
      2,
    );
    equal(
      nextError(model, -1, 1, () => false),
      undefined,
    );
  });

  it('names spans in links so that two of one id are told apart', () => {
    deepEqual(
      [0, 1, 2, 3].map(span => keyOfSpan(model, span)),
      ['a', 'b', 'c', 'c~2'],
    );
    for (const span of [0, 1, 2, 3]) equal(spanOfKey(model, keyOfSpan(model, span)), span);
    deepEqual([...spansOfKeys(model, new Set(['c~2', 'a', 'x']))], [0, 3]);
  });

  it('finds no span for what a link got wrong', () => {
    for (const key of ['', 'x', 'c~9', 'c~', 'c~x', '~']) equal(spanOfKey(model, key), -1);
  });

  it('matches names in any case, services, and the beginnings of ids', () => {
    const found = (text: string, onlyErrors = false): readonly number[] =>
      [0, 1, 2, 3].filter(matcherOf(model, text, onlyErrors));
    deepEqual(found('pay'), [2]);
    deepEqual(found('SHOP'), [0, 1, 2, 3]);
    deepEqual(found('', true), [0, 2]);
    deepEqual(found('nothing like it'), []);
  });
});
