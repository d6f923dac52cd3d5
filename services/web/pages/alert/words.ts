import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { isBurn } from '../../rules/burn.ts';
import { type Compared, valueText } from '../../rules/words.ts';

export type Alert = ResponseOf<'getAlert'>;

/** What of a rule its evaluations show: its own condition, also when another one fired. Of a burn rate it is the lower of both. */
export function ownOf(alert: Alert): Alert {
  const own = alert.evidence.conditions?.[0];
  if (own === undefined || isBurn(alert.metric)) return alert;
  const { metric, operator, threshold, value: current_value } = own;
  return { ...alert, metric, operator, threshold, current_value };
}

const ends: Readonly<Record<NonNullable<Alert['resolve_reason']>, string>> = {
  recovered: 'recovered',
  no_data: 'ended, as no more data came',
  rule_disabled: 'ended, as its rule was disabled',
  rule_deleted: 'ended, as its rule was deleted',
  rule_changed: 'ended, as its rule was changed',
};

/** How an alert ended, such as `recovered at 320 ms`. */
export function endText(
  alert: Compared & Pick<Alert, 'resolve_reason' | 'resolved_value'>,
): string {
  const { resolve_reason: reason, resolved_value: value } = alert;
  const how = reason === null ? 'resolved' : ends[reason];
  return reason === 'recovered' && value !== null ? `${how} at ${valueText(alert, value)}` : how;
}
