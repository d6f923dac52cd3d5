import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { occurrenceEndMs } from '../../../domain/silences/recurrence.ts';
import { daysOf } from '../../../services/web/pages/silences/days.ts';
import { occurrencesOf } from '../../../services/web/pages/silences/occurrences.ts';
import {
  cronOf,
  type Plan,
  planOf,
  recurrenceText,
} from '../../../services/web/pages/silences/plan.ts';
import type { Silence } from '../../../services/web/silences.ts';
import { holds } from '../../support/property.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** With changes of half an hour, one and two hours, and without. */
const zones = [
  'Europe/Berlin',
  'America/Havana',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'UTC',
];

/** Beside changes of clocks, and anywhere. */
const ranges = fc.oneof(
  fc.constantFrom('2026-03-20', '2026-10-20', '2026-10-30', '2026-02-10').map(Date.parse),
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') }),
);

const some = (count: number, most: number) =>
  fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: most }).map(all => all.join(','));

const crons = fc
  .tuple(
    fc.oneof(some(60, 3), fc.constant('0'), fc.constant('*/20')),
    fc.oneof(some(24, 4), some(4, 3), fc.constant('*')),
    fc.oneof(some(7, 4), fc.constant('*')),
  )
  .map(([minute, hour, day]) => `${minute} ${hour} * * ${day}`);

const durations = fc.oneof(
  fc.constantFrom(1, 20, 30, 60, 120, 1_440),
  fc.integer({ min: 1, max: 3_000 }),
);

const silenceOf = (fields: Partial<Silence>): Silence => ({
  id: 'a',
  rule_id: null,
  service: 'checkout',
  severity: null,
  from: '2020-01-01T00:00:00.000Z',
  until: '2030-01-01T00:00:00.000Z',
  recurrence: null,
  reason: 'backups',
  status: 'scheduled',
  ended_at: null,
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-01T00:00:00.000Z',
  ...fields,
});

describe('the calendar of silences', () => {
  it('works out so many starts at most, and says from which day on there are more', () => {
    const recurrence = { cron: '* * * * *', duration_minutes: 1, timezone: 'UTC' };
    const silences = Array.from({ length: 200 }, (_, n) => silenceOf({ id: `${n}`, recurrence }));
    const fromMs = Date.parse('2026-11-27T00:00:00.000Z');
    const days = daysOf(silences, { fromMs, zone: 'utc', count: 14 });
    equal(days.length, 14);
    ok(days.every(({ isWhole }) => !isWhole));
    const [one] = silences;
    const few = daysOf(one === undefined ? [] : [one], { fromMs, zone: 'utc', count: 5 });
    ok(few.every(({ isWhole, holds: held }) => isWhole && held.length === 1));
  });

  it('shows a silence at exactly the instants at which the notifier holds notices', async () => {
    const offsets = fc.array(fc.integer({ min: 0, max: 5 * 1_440 - 1 }), {
      minLength: 30,
      maxLength: 30,
    });
    await holds(
      fc.property(
        fc.constantFrom(...zones),
        crons,
        durations,
        ranges,
        offsets,
        (timezone, cron, minutes, fromMs, minutesIn) => {
          const untilMs = fromMs + 5 * dayMs;
          const recurrence = { cron, duration_minutes: minutes, timezone };
          const { occurrences: found } = occurrencesOf(silenceOf({ recurrence }), {
            fromMs,
            untilMs,
          });
          for (const minute of minutesIn) {
            const atMs = fromMs + minute * minuteMs;
            const held = occurrenceEndMs({ cron, durationMinutes: minutes, timezone }, atMs);
            const isShown = found.some(each => each.fromMs <= atMs && atMs < each.untilMs);
            equal(isShown, held !== undefined, `${cron} at ${new Date(atMs).toISOString()}`);
          }
        },
      ),
      100,
    );
  });

  it('cuts what is held at the ends of a silence and of each day, and leaves out what has ended', () => {
    const fromMs = Date.parse('2026-11-27T10:00:00Z');
    const silences = [
      silenceOf({ until: '2026-11-28T06:00:00.000Z' }),
      silenceOf({ id: 'b', status: 'ended' }),
      silenceOf({
        id: 'c',
        from: '2026-11-28T02:30:00.000Z',
        recurrence: { cron: '0 23 * * *', duration_minutes: 120, timezone: 'UTC' },
      }),
    ];
    const days = daysOf(silences, { fromMs, zone: 'utc', count: 3 });
    const shown = days.map(({ holds: all }) =>
      all.map(each =>
        [each.silence.id, each.fromMs, each.untilMs].map(part =>
          typeof part === 'number' ? new Date(part).toISOString().slice(5, 16) : part,
        ),
      ),
    );
    deepEqual(shown, [
      [['a', '11-27T10:00', '11-28T00:00']],
      [
        ['a', '11-28T00:00', '11-28T06:00'],
        ['c', '11-28T23:00', '11-29T00:00'],
      ],
      [
        ['c', '11-29T00:00', '11-29T01:00'],
        ['c', '11-29T23:00', '11-30T00:00'],
      ],
    ]);
  });

  it('reads the plan of a form back from its expression, and keeps every other expression', async () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const times = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
    const plans: fc.Arbitrary<Plan> = fc.oneof(
      times.map(time => ({ kind: 'day' as const, time })),
      fc
        .tuple(times, fc.uniqueArray(fc.nat(6), { minLength: 1 }))
        .map(([time, days]) => ({ kind: 'week' as const, time, days })),
    );
    await holds(
      fc.property(plans, plan => deepEqual(planOf(cronOf(plan) ?? ''), plan)),
      100,
    );
    for (const cron of ['0 2 1 * *', '*/5 * * * *', '0 2 * * 1-5', '0 2 * * MON'])
      equal(cronOf(planOf(cron)), cron);
    ok(cronOf({ kind: 'never' }) === undefined);
    equal(
      recurrenceText({ cron: '0 2 * * 1,0', duration_minutes: 60, timezone: 'UTC' }),
      'on Mon, Sun at 02:00 for 60 min (UTC)',
    );
  });
});
