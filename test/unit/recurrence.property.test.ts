import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { occurrenceEndMs } from '../../domain/silences/recurrence.ts';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import { cronOf, type NaiveSchedule, naiveCover, wallClock } from '../support/naive-recurrence.ts';
import { holds, partOf } from '../support/property.ts';

const fromMs = Date.parse('2026-01-01T00:00Z');
const untilMs = Date.parse('2028-01-01T00:00Z');

/** Half an hour, one and two hours; at midnight; around Ramadan; both hemispheres; without a change. */
const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
].map(timezone => ({ timezone, wallAt: wallClock(timezone) }));

/** Instants of two years at which a clock is changed, to the quarter of an hour. */
function changesOf(wallAt: (minute: number) => number): readonly number[] {
  const offset = (ms: number) => wallAt(ms / minuteMs) - ms / minuteMs;
  const changes: number[] = [];
  for (let dayAtMs = fromMs; dayAtMs < untilMs; dayAtMs += dayMs) {
    if (offset(dayAtMs) === offset(dayAtMs + dayMs)) continue;
    let ms = dayAtMs;
    while (offset(ms) === offset(dayAtMs)) ms += 15 * minuteMs;
    changes.push(ms);
  }
  return changes;
}

const some = (count: number, arrays: { min: number; max: number }) =>
  fc.uniqueArray(fc.nat(count - 1), { minLength: arrays.min, maxLength: arrays.max });

const schedules: fc.Arbitrary<NaiveSchedule> = fc.record(
  {
    minutes: fc.oneof(
      some(60, { min: 1, max: 3 }),
      fc.constant([0, 10, 20, 30, 40, 50]),
      fc.constant([0]),
    ),
    hours: fc.oneof(some(5, { min: 1, max: 4 }), some(24, { min: 1, max: 6 })),
    weekdays: some(7, { min: 3, max: 6 }),
    durationMinutes: fc.oneof(
      fc.constantFrom(1, 5, 10, 30, 60, 120, 1_440),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 10_080 }),
    ),
  },
  { requiredKeys: ['minutes', 'durationMinutes'] },
);

describe('the occurrences of a recurring silence', () => {
  const changes = new Map(zones.map(({ timezone, wallAt }) => [timezone, changesOf(wallAt)]));

  it('cover what a clock looked at minute by minute says, until the end that they report', async () => {
    const instants = ({ timezone }: { timezone: string }) => {
      const near = fc.tuple(
        fc.constantFrom(...(changes.get(timezone) ?? []), fromMs),
        fc.integer({ min: -hourMs, max: 1.5 * hourMs }),
      );
      return fc.oneof(
        { weight: 1, arbitrary: fc.integer({ min: fromMs, max: untilMs }) },
        { weight: 4, arbitrary: near.map(([changeMs, more]) => changeMs + more) },
      );
    };
    const cases = fc
      .constantFrom(...zones)
      .chain(zone =>
        fc.tuple(
          fc.constant(zone),
          schedules,
          instants(zone),
          fc.double({ min: 0, max: 0.999, noNaN: true }),
        ),
      );
    await holds(
      fc.property(cases, ([{ timezone, wallAt }, schedule, atMs, share]) => {
        const recurrence = { ...schedule, cron: cronOf(schedule), timezone };
        const isCovered = naiveCover(schedule, wallAt, atMs);
        const endMs = occurrenceEndMs(recurrence, atMs);
        equal(endMs !== undefined, isCovered(atMs), `${timezone} ${recurrence.cron}`);
        if (endMs === undefined) return;
        ok(endMs > atMs);
        for (let ms = atMs; ms < endMs; ms += minuteMs)
          ok(isCovered(ms), new Date(ms).toISOString());
        ok(occurrenceEndMs(recurrence, Math.floor(atMs + share * (endMs - atMs))) !== undefined);
      }),
      partOf(2_000),
    );
  });

  it('last as long on the days of a clock change as on every other', () => {
    for (const { timezone } of zones)
      for (const changeMs of changes.get(timezone) ?? [])
        for (const hour of ['0', '1', '2', '3'])
          equal(
            coveredMinutes(recurrenceAt(hour, timezone), changeMs, dayMs / 2),
            60,
            `${timezone}, ${hour}:30 around ${new Date(changeMs).toISOString()}`,
          );
  });

  it('have no hole if each lasts until the next', () => {
    for (const { timezone } of zones)
      for (const changeMs of changes.get(timezone) ?? [])
        for (const [cron, durationMinutes] of [
          ['*/10 * * * *', 10],
          ['0 * * * *', 60],
          ['0 */2 * * *', 120],
          ['30 2 * * *', 1_440],
        ] as const)
          equal(
            coveredMinutes({ cron, durationMinutes, timezone }, changeMs, 1.5 * dayMs),
            3 * 24 * 60,
            `${timezone}, ${cron} around ${new Date(changeMs).toISOString()}`,
          );
  });
});

const recurrenceAt = (hour: string, timezone: string) => ({
  cron: `30 ${hour} * * *`,
  durationMinutes: 60,
  timezone,
});

function coveredMinutes(
  recurrence: Parameters<typeof occurrenceEndMs>[0],
  changeMs: number,
  aroundMs: number,
): number {
  const lastMs = changeMs + aroundMs;
  let coveredMs = 0;
  for (let ms = changeMs - aroundMs; ms < lastMs; ) {
    const endMs = occurrenceEndMs(recurrence, ms);
    if (endMs !== undefined) coveredMs += Math.min(endMs, lastMs) - ms;
    ms = endMs ?? ms + minuteMs;
  }
  return coveredMs / minuteMs;
}
