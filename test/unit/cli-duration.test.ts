import assert from 'node:assert/strict';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import { durationMs } from '../../services/cli/duration.ts';

describe('a duration on the command line', () => {
  it('is a number of minutes, hours or days', () => {
    assert.equal(durationMs('30m'), 30 * minuteMs);
    assert.equal(durationMs('6h'), 6 * hourMs);
    assert.equal(durationMs('7d'), 7 * dayMs);
  });

  it('is nothing else', () => {
    for (const text of ['', '6', 'h', '6w', '-1h', '1.5h', '6h ', '1234567m']) {
      assert.equal(durationMs(text), undefined, text);
    }
  });
});
