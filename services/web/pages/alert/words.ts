import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { type Compared, valueText } from '../../rules/words.ts';

export type Alert = ResponseOf<'getAlert'>;

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
