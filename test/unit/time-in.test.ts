import { deepEqual, equal } from 'node:assert/strict';
import { localClock } from '../../domain/silences/local-clock.ts';
import { timeIn } from '../../services/query-api/core/copilot/time-in.ts';

/** A Saturday. */
const nowMs = Date.parse('2026-11-28T15:30:00Z');

const asked = (question: string, zone = 'UTC'): readonly string[] | undefined => {
  const time = timeIn(question, { nowMs, clock: localClock(zone) });
  return time && [time.fromMs, time.toMs].map(ms => new Date(ms).toISOString().slice(5, 16));
};

describe('the time that a question names', () => {
  for (const [question, from, to] of [
    ['errors in the last 5 minutes', '11-28T15:25', '11-28T15:30'],
    ['the last five minutes', '11-28T15:25', '11-28T15:30'],
    ['last hour', '11-28T14:30', '11-28T15:30'],
    ['in the past 3h', '11-28T12:30', '11-28T15:30'],
    ['last couple of hours', '11-28T13:30', '11-28T15:30'],
    ['the last half an hour', '11-28T15:00', '11-28T15:30'],
    ['last week', '11-21T15:30', '11-28T15:30'],
    ['why is checkout slow since lunch?', '11-28T12:00', '11-28T15:30'],
    ['since 14:05', '11-28T14:05', '11-28T15:30'],
    ['since 2pm', '11-28T14:00', '11-28T15:30'],
    ['since 23:00', '11-27T23:00', '11-28T15:30'],
    ['since yesterday', '11-27T00:00', '11-28T15:30'],
    ['since Monday', '11-23T00:00', '11-28T15:30'],
    ['since two hours ago', '11-28T13:00', '11-28T15:30'],
    ['what happened between 23:45 and 23:55?', '11-27T23:45', '11-27T23:55'],
    ['between 23:50 and 00:10', '11-27T23:50', '11-28T00:10'],
    ['from 2 to 3pm', '11-28T14:00', '11-28T15:00'],
    ['10:00-10:20 yesterday', '11-27T10:00', '11-27T10:20'],
    ['at 14:00', '11-28T13:45', '11-28T14:15'],
    ['around 3pm', '11-28T14:45', '11-28T15:15'],
    ['an hour ago', '11-28T14:15', '11-28T14:45'],
    ['today', '11-28T00:00', '11-28T15:30'],
    ['yesterday', '11-27T00:00', '11-28T00:00'],
    ['yesterday morning', '11-27T06:00', '11-27T12:00'],
    ['this morning', '11-28T06:00', '11-28T12:00'],
    ['last night', '11-27T21:00', '11-28T06:00'],
    ['on Saturday', '11-21T00:00', '11-22T00:00'],
    ['on 2026-11-20', '11-20T00:00', '11-21T00:00'],
    ['at 2026-11-20T10:00:00Z', '11-20T09:45', '11-20T10:15'],
  ] as const)
    it(`is ${from} to ${to}: ${question}`, () => deepEqual(asked(question), [from, to]));

  for (const question of ['errors', 'at last', 'why is checkout slow?', 'between us', 'at 29:99'])
    it(`is none: ${question}`, () => equal(asked(question), undefined));

  it('is by the clock of who asks', () => {
    deepEqual(asked('since lunch', 'Europe/Berlin'), ['11-28T11:00', '11-28T15:30']);
    deepEqual(asked('yesterday', 'Asia/Kolkata'), ['11-26T18:30', '11-27T18:30']);
  });
});
