import { deepEqual, equal } from 'node:assert/strict';
import { step } from '../../domain/alerts/evaluation/rule-state.ts';
import { ruleWith } from '../support/alerts.ts';

const rule = ruleWith({ metric: 'request_count', operator: '>', threshold: 3 });
const resolved = { status: 'quiet', resolvedToMs: 60_000, cooldownEndsAtMs: 0 } as const;
const fires = (windowToMs: number, aheadMs?: number): boolean => {
  const evaluated = { value: 4, windowToMs, tickMs: windowToMs, ...(aheadMs && { aheadMs }) };
  return step(rule, resolved, evaluated).action === 'raise';
};

describe('a rule that was resolved', () => {
  it('fires for a later window, and for a running one in a later slot than that of the resolution', () => {
    equal(fires(60_000), false);
    equal(fires(70_000), true);
    // Complete windows of the slot ended at 60 s.
    equal(fires(80_000, 20_000), false);
    equal(fires(90_000, 20_000), true);
  });

  it('begins no time of its condition with a running window that a crash repeats from before the resolution', () => {
    const at = { value: 4, windowToMs: 70_000, aheadMs: 20_000, tickMs: 65_000 };
    deepEqual(step({ ...rule, forMinutes: 1 }, resolved, at).now, resolved);
  });
});
