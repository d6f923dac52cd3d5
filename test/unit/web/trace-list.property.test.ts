import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type Place, rowsOf } from '../../../services/web/pages/compare/places.ts';
import {
  parseOrder,
  pressed,
  printOrder,
  sorts,
} from '../../../services/web/pages/traces/order.ts';
import { choose, isChosen, type Pair } from '../../../services/web/pages/traces/pair.ts';
import {
  emptyTail,
  keptMax,
  passes,
  unanswered,
  withArrivals,
} from '../../../services/web/pages/traces/tail.ts';
import type { Trace } from '../../../services/web/pages/traces/trace.ts';
import { holds } from '../../support/property.ts';

const traceOf = (id: number, changes: Partial<Trace> = {}): Trace => ({
  id: String(id),
  trace_id: String(id),
  service_name: 'gateway',
  operation_name: 'GET /',
  start_time: '2026-11-27T01:00:00.000Z',
  end_time: '2026-11-27T01:00:00.010Z',
  duration_ms: 10,
  status_code: 'UNSET',
  has_error: false,
  span_count: 1,
  error_count: 0,
  ...changes,
});

describe('a live list of traces', () => {
  const batches = fc.array(fc.array(fc.nat({ max: 600 }), { maxLength: 150 }), { maxLength: 8 });

  it('keeps the newest, each once, and counts the rest', () =>
    holds(
      fc.property(batches, ids => {
        const tail = ids.reduce(
          (before, batch) =>
            withArrivals(
              before,
              batch.map(id => traceOf(id)),
            ),
          emptyTail,
        );
        const shown = tail.traces.map(({ trace_id }) => trace_id);
        equal(new Set(shown).size, shown.length);
        ok(shown.length <= keptMax);
        ok(tail.arrived >= shown.length);
        equal(
          shown[0],
          ids
            .findLast(batch => batch.length > 0)
            ?.at(-1)
            ?.toString(),
        );
      }),
      200,
    ));

  it('answers the filters that a summary can answer', () => {
    const failed = traceOf(1, { has_error: true, duration_ms: 50 });
    const none = { attributes: [] };
    equal(passes({ ...none, status: 'error', min_duration: 50 }, failed), true);
    equal(passes({ ...none, status: 'unset' }, failed), false);
    equal(passes({ ...none, max_duration: 49 }, failed), false);
    equal(passes({ ...none, id: '1' }, failed), true);
    equal(passes({ ...none, root_service: 'other' }, failed), false);
    const asked = { attributes: [{ key: 'k', isNot: false, values: ['v'] }], operation: 'o' };
    deepEqual(unanswered(asked), ['operation', 'k']);
  });
});

describe('two chosen traces', () => {
  it('are never the same one, and a second choice takes one out', () =>
    holds(
      fc.property(fc.array(fc.constantFrom('1', '2', '3')), ids => {
        let pair: Pair = {};
        for (const id of ids) {
          const wasChosen = isChosen(pair, id);
          pair = choose(pair, id);
          equal(isChosen(pair, id), !wasChosen);
          ok(pair.a !== undefined || pair.b === undefined);
          ok(pair.a === undefined || pair.a !== pair.b);
        }
      }),
      100,
    ));
});

describe('the order of a list of traces', () => {
  it('comes out of a link as it went in', () => {
    for (const by of sorts)
      for (const isAscending of [true, false])
        deepEqual(parseOrder(printOrder({ by, isAscending })), { by, isAscending });
  });

  it('begins with the most and turns around when pressed again', () => {
    const once = pressed({ by: 'start_time', isAscending: false }, 'duration_ms');
    deepEqual(once, { by: 'duration_ms', isAscending: false });
    deepEqual(pressed(once, 'duration_ms'), { by: 'duration_ms', isAscending: true });
  });
});

describe('the places of a comparison', () => {
  const spent = { spans: 1, errors: 0, duration_ns: 1, self_ns: 1 };
  const place = fc.record({
    service_name: fc.string(),
    operation_name: fc.string(),
    depth: fc.nat({ max: 5 }),
    above: fc.option(fc.integer({ min: -2, max: 40 })),
    a: fc.constant(spent),
    b: fc.constant(spent),
    self_difference_ns: fc.integer(),
  });
  const places: fc.Arbitrary<readonly Place[]> = fc.array(place, { maxLength: 40 });

  it('are each in the table once, behind the one above', () =>
    holds(
      fc.property(places, given => {
        const rows = rowsOf(given, new Set());
        deepEqual(
          rows.map(({ at }) => at).toSorted((left, right) => left - right),
          [...given.keys()],
        );
        const seen: number[] = [];
        for (const { at, depth } of rows) {
          ok(depth <= seen.length);
          seen.push(at);
        }
      }),
      200,
    ));

  it('below a closed one are left out', () =>
    holds(
      fc.property(places, fc.nat({ max: 40 }), (given, closed) => {
        const all = rowsOf(given, new Set());
        const from = all.findIndex(({ at }) => at === closed);
        const depth = all[from]?.depth ?? 0;
        const end = all.findIndex((row, index) => index > from && row.depth <= depth);
        const below = from < 0 ? 0 : (end < 0 ? all.length : end) - from - 1;
        equal(rowsOf(given, new Set([closed])).length, all.length - below);
      }),
      200,
    ));
});
