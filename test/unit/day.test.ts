import assert from 'node:assert/strict';
import { dayOf, isOfEarlierDay } from '../../schemas/day.ts';
import { dayMs } from '../../schemas/durations.ts';
import { bodyName, isBodyBefore } from '../../schemas/retention.ts';

const middayMs = Date.parse('2026-11-26T12:00:00Z');

describe('days in the names of blobs', () => {
  it('are those of UTC', () => {
    assert.equal(dayOf(Date.parse('2026-11-26T23:59:59.999Z')), '2026-11-26');
    assert.equal(dayOf(Date.parse('2026-11-27T00:00:00+01:00')), '2026-11-26');
  });

  it('have ended when another one began', () => {
    const name = bodyName('aa', middayMs);
    assert.equal(name, 'bodies/2026-11-26/aa');
    assert.equal(isBodyBefore(name, middayMs + dayMs / 2 - 1), false);
    assert.equal(isBodyBefore(name, middayMs + dayMs / 2), true);
  });

  it('are looked for in their own folder alone, and only where something follows', () => {
    const laterMs = middayMs + 9 * dayMs;
    for (const name of [
      'replays/2026-11-26/aa',
      'bodies/2026-11-26/',
      'bodies/2026-11-2/aa',
      'a',
    ]) {
      assert.equal(isOfEarlierDay(name, 'bodies/', laterMs), false, name);
    }
  });
});
