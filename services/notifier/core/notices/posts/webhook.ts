import { alertUrl, leadFields } from '../../../../../domain/alerts/leads.ts';
import type { EventId } from '../../../../../schemas/ids.ts';
import {
  type Described,
  type DescribedAlert,
  type DescribedOutage,
  isOutage,
} from '../described.ts';
import type { NoticeMail } from '../notice-mail.ts';
import type { PostRenderer } from './post.ts';

/** A receiver of the user gets everything in one request. */
export const webhookPosts: PostRenderer = notice => [
  { name: 'notice', url: notice.to, body: webhookBody(notice) },
];

/** A notice for a program. */
export const webhookBody = ({
  id,
  subject,
  text,
  described,
  publicUrl,
}: Pick<NoticeMail, 'subject' | 'text'> & {
  readonly id: EventId;
  readonly described: readonly Described[];
  readonly publicUrl: string;
}): string =>
  JSON.stringify({
    notice_id: id,
    subject,
    text,
    alerts: described.flatMap(one => (isOutage(one) ? [] : alertOf(one, publicUrl))),
    checks: described.flatMap(one => (isOutage(one) ? checkOf(one) : [])),
  });

const alertOf = (
  {
    alertId,
    why,
    rule,
    ruleVersion,
    value,
    triggeredAtMs,
    evidence,
    leads,
    resolved,
  }: DescribedAlert,
  publicUrl: string,
) => ({
  alert_id: alertId,
  why,
  rule: rule.name,
  rule_version: ruleVersion,
  severity: rule.severity,
  service: rule.scope.type === 'service' ? rule.scope.service : null,
  metric: rule.metric,
  operator: rule.operator,
  threshold: rule.threshold,
  value,
  triggered_at: new Date(triggeredAtMs).toISOString(),
  resolved_at: resolved === undefined ? null : new Date(resolved.atMs).toISOString(),
  url: alertUrl(publicUrl, alertId),
  ...leadFields(evidence.exemplars, leads, publicUrl),
});

const checkOf = ({
  checkId,
  outageId,
  why,
  checkName,
  serviceName,
  error,
  failedAtMs,
  recoveredAtMs,
}: DescribedOutage) => ({
  check_id: checkId,
  outage_id: outageId,
  why,
  check: checkName,
  service: serviceName,
  error,
  failed_at: new Date(failedAtMs).toISOString(),
  recovered_at: recoveredAtMs === undefined ? null : new Date(recoveredAtMs).toISOString(),
});
