import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { chipsOf } from '../../../services/web/pages/traces/chips.ts';
import { emptyDraft, kinds, withDraft } from '../../../services/web/pages/traces/drafts.ts';
import {
  type Filters,
  isFiltered,
  limits,
  parseFilters,
  printFilters,
  statuses,
  withoutFilters,
} from '../../../services/web/pages/traces/filters.ts';
import { parseQuery, printQuery } from '../../../services/web/query-string.ts';
import { holds } from '../../support/property.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(each => each.isWellFormed()),
  fc.constantFrom('a&b=c', '%2F', '+ ', '#', 'attr.', '__proto__', '!', '\u202eabc'),
);

const attribute = fc
  .record(
    {
      key: text,
      isNot: fc.boolean(),
      values: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    },
    { noNullPrototype: true },
  )
  .filter(({ key, isNot }) => isNot || !key.endsWith('!'));

const duration = fc.nat({ max: limits.durationMs });

const filters: fc.Arbitrary<Filters> = fc.record(
  {
    service: text,
    operation: text,
    root_service: text,
    status: fc.constantFrom(...statuses),
    min_duration: duration,
    max_duration: duration,
    id: fc.stringMatching(/^[\da-f]{1,32}$/u),
    attributes: fc.uniqueArray(attribute, {
      maxLength: limits.attributes,
      selector: ({ key, isNot }) => `${isNot} ${key}`,
    }),
  },
  { requiredKeys: ['attributes'], noNullPrototype: true },
);

const throughLink = (given: Filters): Filters =>
  parseFilters(parseQuery(printQuery(printFilters(given))));

/** Whatever somebody writes into a link. */
const anySearch = fc.dictionary(
  fc.oneof(
    fc.constantFrom('service', 'status', 'min_duration', 'max_duration', 'id', 'attr.', 'attr.a!'),
    fc.string().map(name => `attr.${name}`),
  ),
  fc.oneof(fc.string(), fc.constantFrom('1.5', '-1', '1e3', '1e99', ' '), fc.array(fc.string())),
);

describe('filters of traces', () => {
  it('come out of a link as they went in', () =>
    holds(
      fc.property(filters, given => deepEqual(throughLink(given), given)),
      500,
    ));

  it('of any link are such that the next link is the same', () =>
    holds(
      fc.property(anySearch, search => {
        const parsed = parseFilters(search);
        deepEqual(throughLink(parsed), parsed);
      }),
      500,
    ));

  it('leave the rest of a link alone', () =>
    holds(
      fc.property(filters, given => {
        const rest = { as_of: '2026-11-27T01:00:00.000Z', sort: 'duration_ms', a: 'x' };
        deepEqual(withoutFilters({ ...rest, ...printFilters(given) }), rest);
      }),
      100,
    ));

  it('are gone when each of their chips was removed', () =>
    holds(
      fc.property(filters, given => {
        let left = given;
        for (let chips = chipsOf(left); chips.length > 0; chips = chipsOf(left)) {
          const without = chips[0]?.without ?? left;
          equal(chipsOf(without).length, chips.length - 1);
          left = without;
        }
        equal(isFiltered(left), false);
      }),
      200,
    ));

  it('that were typed go through a link, or say why they cannot be asked for', () => {
    const draft = fc.record({
      kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
      key: fc.oneof(text, fc.string()),
      isNot: fc.boolean(),
      value: fc.oneof(
        text,
        fc.string({ unit: 'binary' }),
        fc.constantFrom('1.5 s', '250', 'AB-01'),
      ),
    });
    return holds(
      fc.property(filters, draft, (given, typed) => {
        const added = withDraft(given, typed);
        if ('problem' in added) ok(added.problem.length > 0);
        else deepEqual(throughLink(added.filters), added.filters);
      }),
      200,
    );
  });
});

describe('a filter that is typed', () => {
  const typed = (kind: keyof typeof kinds, value: string) =>
    withDraft({ attributes: [] }, { ...emptyDraft, kind, value });

  it('takes durations in the units of people', () => {
    const found = ['250', '250 ms', '1.5 s', '1,5s', '2 min', '1h'].map(value =>
      typed('min_duration', value),
    );
    deepEqual(
      found,
      [250, 250, 1_500, 1_500, 120_000, 3_600_000].map(ms => ({
        filters: { attributes: [], min_duration: ms },
      })),
    );
  });

  it('says what is wrong', () => {
    for (const [kind, value] of [
      ['service', '  '],
      ['max_duration', 'long'],
      ['max_duration', '999999999999 h'],
      ['id', 'xyz'],
      ['attribute', 'value without a name'],
    ] as const)
      ok('problem' in typed(kind, value), kind);
  });

  it('joins values of one attribute', () => {
    const draft = { kind: 'attribute', key: 'http.route', isNot: false } as const;
    const one = withDraft({ attributes: [] }, { ...draft, value: '/a' });
    ok('filters' in one);
    deepEqual(withDraft(one.filters, { ...draft, value: '/b' }), {
      filters: { attributes: [{ key: 'http.route', isNot: false, values: ['/a', '/b'] }] },
    });
  });

  it('keeps parts of milliseconds that other pages link with inside of the range', () => {
    const { min_duration, max_duration } = parseFilters({
      min_duration: '12.7',
      max_duration: '13.2',
    });
    deepEqual([min_duration, max_duration], [12, 14]);
  });
});
