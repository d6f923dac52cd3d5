import { equal } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { randomUuid } from '../../platform/uuid.ts';
import { openWaiters } from '../../projections/engine/read/position-waiters.ts';
import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type AdoptDependencies, adoptAll } from '../../services/evaluator/adopt.ts';

const rules = 100;

describe('Rules that take effect together', () => {
  it('add one listener to the signal at a time while their outcomes are awaited', async () => {
    const { signal } = new AbortController();
    const waiters = openWaiters();
    let listenersMax = 0;
    let known = 0;
    const row = () => ({
      ruleId: alertRuleId(randomUuid()),
      organizationId: organizationId('organization'),
      version: 1,
    });
    const dependencies = {
      clock: () => 0,
      topicLog: { append: async () => undefined },
      projections: {
        outcome: async (id: string) => {
          const wanted = ++known;
          const found = waiters.until(() => (waiting >= wanted ? id : undefined), signal);
          listenersMax = Math.max(listenersMax, getEventListeners(signal, 'abort').length);
          setImmediate(() => {
            waiting++;
            waiters.wake();
          });
          return found;
        },
      },
    };
    let waiting = 0;
    await adoptAll(
      Array.from({ length: rules }, row) as unknown as Parameters<typeof adoptAll>[0],
      { partition: 0, offset: 0 } as WindowsPosition,
      0,
      dependencies as unknown as AdoptDependencies,
      signal,
    );
    equal(known, rules);
    equal(listenersMax, 1);
  });
});
