import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { AlertEvent, AlertRuleEvent } from '../../schemas/alerts/events.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { ruleWith } from '../support/alerts.ts';
import { history, ruleIds } from '../support/evaluator-history.ts';
import type { World } from '../support/evaluator-world.ts';
import { type NaiveChange, type NaiveEvent, naiveAlerts } from '../support/naive-alerts.ts';
import { holds, partOf } from '../support/property.ts';

/** What the events say, in the words of the model. */
const told = (events: World['events'], ruleId: string): NaiveEvent[] =>
  events.flatMap((event): NaiveEvent[] => {
    const { type, data } = event as EventOf<AlertEvent['type']>;
    if (data.ruleId !== ruleId) return [];
    if (type === 'AlertTriggered') {
      const { ruleVersion: version, window, tickMs, value, evidence } = data;
      return [
        {
          type: 'triggered',
          version,
          windowToMs: window.toMs,
          tickMs,
          value,
          samples: evidence.samples,
        },
      ];
    }
    if (type === 'AlertResolved') {
      const { window, tickMs, value } = data;
      return [{ type: 'resolved', windowToMs: window?.toMs ?? null, tickMs, value }];
    }
    if (type === 'AlertEvidenceAmended')
      return [{ type: 'amended', windowToMs: data.after.window.toMs, samples: data.after.samples }];
    return [];
  });

/** From which place on each version decides, and where users ended the rule. */
function changesOf({ events }: World, ruleId: string, ends: readonly number[]): NaiveChange[] {
  const rules = new Map<number, AlertRule>();
  const places = [...ends];
  let current = ruleWith();
  const changeOf = ({ type, data }: EventOf<AlertEvent['type']>): NaiveChange | undefined => {
    if ('version' in data) {
      current = ruleAfter(current, { type, data } as never);
      rules.set(data.version, current);
      return current.enabled ? undefined : { offset: places.shift() ?? -1, end: true };
    }
    // The end of a rule is where its user ended it.
    if (type !== 'AlertRuleAdopted' || data.ends !== undefined) return undefined;
    const { ruleVersion: version, position } = data;
    return { version, offset: position.offset, rule: rules.get(version) ?? current };
  };
  return events
    .map(event => event as EventOf<AlertEvent['type']>)
    .filter(({ data }) => data.ruleId === ruleId)
    .flatMap(event => changeOf(event) ?? []);
}

/** A rule that is deleted is as one that is disabled. */
function ruleAfter(rule: AlertRule, { type, data }: EventOf<AlertRuleEvent['type']>): AlertRule {
  if (type === 'AlertRuleCreated' || type === 'AlertRuleChanged') return data.rule;
  return { ...rule, enabled: type === 'AlertRuleToggled' && data.enabled };
}

describe('the evaluator', () => {
  it('gives the alerts of a naive model, whoever dies, repeats, comes late or forgets', async function () {
    this.timeout(300_000);
    const counts = { triggered: 0, resolved: 0, amended: 0 };
    await holds(
      fc.asyncProperty(fc.integer(), async seed => {
        const { world, ends } = await history(seed);
        for (const ruleId of ruleIds) {
          const changes = changesOf(world, ruleId, ends.get(ruleId) ?? []);
          const events = told(world.events, ruleId);
          for (const { type } of events) counts[type]++;
          const round = (all: readonly NaiveEvent[]) =>
            all.map(event => ({
              ...event,
              ...(typeof event.value === 'number' && { value: Number(event.value.toPrecision(9)) }),
            }));
          deepEqual(round(events), round(naiveAlerts('checkout', world.records, changes)));
        }
      }),
      partOf(2_000),
    );
    ok(
      Object.values(counts).every(count => count > partOf(100)),
      JSON.stringify(counts),
    );
  });
});
