import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery, printQuery } from '../../../services/web/query-string.ts';
import { filled, stepStarts } from '../../../services/web/time/steps.ts';
import {
  parseTime,
  rangeNames,
  spanOf,
  stepOf,
  type TimeSearch,
  wholeMinute,
} from '../../../services/web/time/time-search.ts';
import { typedInstant } from '../../../services/web/time/typed-instant.ts';
import { holds } from '../../support/property.ts';

const runs = 300;

const drawnMs = fc.integer({ min: 0, max: 4_000_000_000_000 });
const instant = drawnMs.map(ms => new Date(ms).toISOString());

const drawnSearch: fc.Arbitrary<TimeSearch> = fc
  .record({
    as_of: fc.option(drawnMs.map(wholeMinute), { nil: undefined }),
    known: fc.constantFrom(undefined, 'now'),
    range: fc.constantFrom(undefined, ...rangeNames),
    fixed: fc.option(fc.tuple(instant, instant), { nil: undefined }),
  })
  .map(({ fixed, ...rest }) => {
    const [from, to] = [...(fixed ?? [])].sort();
    return parseTime({ ...rest, ...(fixed && { from, to }) });
  });

describe('the time of a link', () => {
  it('is read as it was written', () =>
    holds(
      fc.property(drawnSearch, search => {
        deepEqual(parseTime(parseQuery(printQuery(search))), search);
      }),
      runs,
    ));

  it('is the preset where a link is broken', () =>
    holds(
      fc.property(
        fc.dictionary(fc.constantFrom('as_of', 'range', 'from', 'to', 'known'), fc.string()),
        search => {
          const parsed = parseTime(search);
          const { fromMs, toMs } = spanOf(parsed, Date.UTC(2026, 0, 1));
          ok(fromMs < toMs);
        },
      ),
      runs,
    ));

  it('keeps names and texts of any kind, once or more than once', () =>
    holds(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { minLength: 2 })),
        ),
        search => deepEqual(parseQuery(printQuery(search)), { ...search }),
      ),
      runs,
    ));

  it('has steps that cover the range and are not too many', () =>
    holds(
      fc.property(drawnMs, fc.integer({ min: 1_000, max: 86_400_000 * 60 }), (toMs, lengthMs) => {
        const span = { fromMs: toMs - lengthMs, toMs };
        const step = stepOf(span, 120);
        const starts = stepStarts(span, step);
        ok(starts.length <= 122);
        ok((starts[0] ?? 0) <= span.fromMs);
        ok((starts.at(-1) ?? 0) < toMs && (starts.at(-1) ?? 0) + step * 1_000 >= toMs);
      }),
      runs,
    ));

  it('has nothing in steps that a series leaves out', () => {
    const series = [{ timestamp: '2026-01-01T00:01:00.000Z', requests: 3 }];
    const starts = stepStarts(
      { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 1, 0, 3) },
      60,
    );
    deepEqual(
      filled(starts, series, ({ requests }) => requests, 0),
      [0, 3, 0],
    );
  });
});

describe('an instant that somebody types', () => {
  const nowMs = Date.UTC(2026, 10, 25, 12, 0);

  it('may be a time ago', () => {
    equal(typedInstant('-3h', nowMs, 'utc'), nowMs - 3 * 3_600_000);
    equal(typedInstant(' 15 min ', nowMs, 'utc'), nowMs - 15 * 60_000);
  });

  it('may be a time of the day: the last one', () => {
    equal(typedInstant('02:14', nowMs, 'utc'), Date.UTC(2026, 10, 25, 2, 14));
    equal(typedInstant('14:05', nowMs, 'utc'), Date.UTC(2026, 10, 24, 14, 5));
  });

  it('may be written in full', () => {
    equal(typedInstant('2026-11-25T02:14:00Z', nowMs, 'utc'), Date.UTC(2026, 10, 25, 2, 14));
  });

  it('is nothing when it cannot be understood', () => {
    for (const text of ['', 'yesterday', '25:00', '12:75', '5', '-3 fortnights'])
      equal(typedInstant(text, nowMs, 'utc'), undefined, text);
  });
});
