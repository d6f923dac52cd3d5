import { type AlertRuleId, alertRuleStream, alertStream } from '../../../../schemas/alerts/ids.ts';
import type { StreamName } from '../../../../schemas/ids.ts';

/** What happens to a rule and to its alert is decided from both. */
export const ruleAndAlertStreams = ({
  data: { ruleId },
}: {
  readonly data: { readonly ruleId: AlertRuleId };
}): readonly StreamName[] => [alertRuleStream(ruleId), alertStream(ruleId)];
