import { deepEqual } from 'node:assert/strict';
import { stepSecondsOf, stepsOf } from '../../domain/slos/history.ts';
import { periodAt } from '../../domain/slos/period.ts';

const instant = (text: string): number => Date.parse(text);
const textOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);

const boundsAt = (
  window: 'rolling' | 'calendar',
  windowDays: number,
  at: string,
): readonly (string | undefined)[] => {
  const { fromMs, toMs, endMs } = periodAt({ window, windowDays }, instant(at));
  return [textOf(fromMs), textOf(toMs), textOf(endMs)];
};

describe('the window of an objective', () => {
  it('that rolls has the hours of its days, the last of which is running', () => {
    deepEqual(boundsAt('rolling', 30, '2026-11-25T08:30:07Z'), [
      '2026-10-26T09:00',
      '2026-11-25T08:31',
      undefined,
    ]);
    deepEqual(boundsAt('rolling', 7, '2026-11-25T08:59:59.999Z'), [
      '2026-11-18T09:00',
      '2026-11-25T09:00',
      undefined,
    ]);
    deepEqual(boundsAt('rolling', 7, '2026-11-25T09:00:00Z'), [
      '2026-11-18T10:00',
      '2026-11-25T09:01',
      undefined,
    ]);
  });

  it('of the calendar is the running week from Monday, month or quarter in UTC', () => {
    const at = '2026-11-25T08:30:07Z';
    deepEqual(boundsAt('calendar', 7, at), [
      '2026-11-23T00:00',
      '2026-11-25T08:31',
      '2026-11-30T00:00',
    ]);
    deepEqual(boundsAt('calendar', 7, '2026-11-29T23:59:59Z')[0], '2026-11-23T00:00');
    deepEqual(boundsAt('calendar', 7, '2026-11-30T00:00:00Z')[0], '2026-11-30T00:00');
    for (const days of [28, 29, 30, 31])
      deepEqual(boundsAt('calendar', days, at), [
        '2026-11-01T00:00',
        '2026-11-25T08:31',
        '2026-12-01T00:00',
      ]);
    deepEqual(boundsAt('calendar', 90, at), [
      '2026-10-01T00:00',
      '2026-11-25T08:31',
      '2027-01-01T00:00',
    ]);
    deepEqual(boundsAt('calendar', 30, '2028-02-29T12:00:00Z')[2], '2028-03-01T00:00');
  });
});

describe('the history of a budget', () => {
  it('has at most 250 steps of whole hours', () => {
    const ofDays = (days: number) =>
      stepSecondsOf({ fromSeconds: 0, toSeconds: days * 86_400 }) / 3_600;
    deepEqual([7, 28, 31, 90, 92].map(ofDays), [1, 3, 3, 12, 12]);
  });

  it('adds up what was counted, also where nothing was', () => {
    const range = { fromSeconds: 3_600, toSeconds: 4 * 3_600 + 60 };
    const counted = [
      { startSeconds: 0, seconds: 3_600, total: 9, bad: 9 },
      { startSeconds: 3_600, seconds: 3_600, total: 5, bad: 1 },
      { startSeconds: 4 * 3_600 - 60, seconds: 60, total: 3, bad: 2 },
      { startSeconds: 4 * 3_600, seconds: 60, total: 1, bad: 0 },
      { startSeconds: 4 * 3_600 + 60, seconds: 60, total: 9, bad: 9 },
    ];
    deepEqual(stepsOf(counted, range), [
      { startSeconds: 3_600, total: 5, bad: 1, upTo: { total: 5, bad: 1 } },
      { startSeconds: 7_200, total: 0, bad: 0, upTo: { total: 5, bad: 1 } },
      { startSeconds: 10_800, total: 3, bad: 2, upTo: { total: 8, bad: 3 } },
      { startSeconds: 14_400, total: 1, bad: 0, upTo: { total: 9, bad: 3 } },
    ]);
  });
});
