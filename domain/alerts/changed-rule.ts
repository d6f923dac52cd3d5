import type { AlertRuleChanges, RemovedField } from '../../schemas/alerts/commands.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';

/** A rule with changes: what they do not name stays, and null removes an optional field. */
export function changedRule(
  {
    description: text,
    recoveryThreshold: recovery,
    conditions: more,
    match: which,
    ...kept
  }: AlertRule,
  { description, recoveryThreshold, conditions, match, ...changes }: AlertRuleChanges,
): AlertRule {
  return {
    ...kept,
    ...changes,
    ...optional('description', description, text),
    ...optional('recoveryThreshold', recoveryThreshold, recovery),
    ...optional('conditions', conditions, more),
    ...optional('match', match, which),
  };
}

/** Null removes the value, absence keeps it. */
function optional<Name extends RemovedField>(
  name: Name,
  change: AlertRule[Name] | null,
  before: AlertRule[Name],
): Pick<AlertRule, Name> {
  const value = change === undefined ? before : change;
  return (value === undefined || value === null ? {} : { [name]: value }) as Pick<AlertRule, Name>;
}
