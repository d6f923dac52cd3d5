import type { AlertEvent, AlertRuleEvent } from '../../schemas/alerts/events.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import { ruleWith } from './alerts.ts';
import type { World } from './evaluator-world.ts';
import type { NaiveChange } from './naive-alerts.ts';

/** From which place on each version decides, and where users ended the rule. */
export function changesOf(
  { events }: World,
  ruleId: string,
  ends: readonly number[],
): NaiveChange[] {
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
    const { ruleVersion: version, position, runningCounts } = data;
    const rule = rules.get(version) ?? current;
    return { version, offset: position.offset, rule, runningCounts };
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
