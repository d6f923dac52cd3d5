import { alertHistory, ofRule } from '../../../../projections/alerts/alert-history.ts';
import type { RecordedRule } from '../../../../projections/alerts/replay/rule-life.ts';
import {
  ruleVersions,
  versionsOf,
  wholeVersions,
} from '../../../../projections/alerts/rule-versions.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import type { AlertRuleId } from '../../../../schemas/alerts/ids.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { allOf, rowsOf } from '../../bounds/rows.ts';
import { backtestLimits } from './config.ts';

/** What is recorded of a rule, also of one that was deleted; undefined: there never was one. */
export async function readRecordedRule(
  organizationId: OrganizationId,
  ruleId: AlertRuleId,
  state: DomainState,
): Promise<RecordedRule | undefined> {
  const { versionsMax, alertsMax } = backtestLimits;
  const ofVersions = { prefix: versionsOf(organizationId, ruleId), max: versionsMax };
  const versions = wholeVersions(await allOf(rowsOf(state, ruleVersions, ofVersions)));
  if (versions.length === 0) return undefined;
  const ofAlerts = { prefix: ofRule(organizationId, ruleId), max: alertsMax };
  const alerts = await allOf(rowsOf(state, alertHistory, ofAlerts));
  // By windows: the instants of events come from clocks that differ.
  alerts.sort((left, right) => left.window.toMs - right.window.toMs);
  return { ruleId, organizationId, versions, alerts };
}

/**
 * From where a rule is evaluated whose state must be known at an instant. A breach that waits may be older than what
 * it waits for: without data, and through outages, it is kept.
 */
export function settledFromMs({ versions }: Pick<RecordedRule, 'versions'>, atMs: number): number {
  const waits = versions.some(({ rule }) => rule.forMinutes > 0);
  return atMs - (waits ? backtestLimits.waitingSettleMs : backtestLimits.settleMs);
}

/** What must be known of the log for that at least. */
export function requiredFromMs({ versions }: Pick<RecordedRule, 'versions'>, atMs: number): number {
  const minutes = Math.max(0, ...versions.map(({ rule }) => rule.forMinutes));
  return atMs - minutes * minuteMs - backtestLimits.settleMs;
}
