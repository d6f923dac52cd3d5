import { type AlertRuleId, alertRuleStream, alertStream } from '../../../../schemas/alerts/ids.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../../../schemas/triage/ids.ts';
import type { States } from '../aggregate.ts';
import { alertOf, nextAlertId } from './alert.ts';

/** What happens to a rule, its alert and the triage item of that alert is decided from all three. */
export function ruleAndAlertStreams(
  { data: { ruleId } }: { readonly data: { readonly ruleId: AlertRuleId } },
  states: States,
): readonly StreamName[] {
  const own = [alertRuleStream(ruleId), alertStream(ruleId)];
  if (!states.has(alertStream(ruleId))) return own;
  const alert = alertOf(ruleId, states);
  const id = alert.now.status === 'firing' ? alert.now.alertId : nextAlertId(ruleId, alert);
  return [...own, triageStream(triageItemOf(id))];
}
