import type { AlertRuleChanges } from '../../schemas/alerts/commands.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';

/** A rule with changes: what they do not name stays, and null removes an optional field. */
export function changedRule(
  { description: text, recoveryThreshold: recovery, ...kept }: AlertRule,
  { description, recoveryThreshold, ...changes }: AlertRuleChanges,
): AlertRule {
  return {
    ...kept,
    ...changes,
    ...optional('description', description, text),
    ...optional('recoveryThreshold', recoveryThreshold, recovery),
  };
}

/** Null removes the value, absence keeps it. */
function optional<Name extends string, Value>(
  name: Name,
  change: Value | null | undefined,
  before: Value | undefined,
): { readonly [Key in Name]?: Value } {
  const value = change === undefined ? before : change;
  return (value === undefined || value === null ? {} : { [name]: value }) as {
    readonly [Key in Name]?: Value;
  };
}
