import type { AlertId } from '../../../../../schemas/alerts/ids.ts';
import type { Severity } from '../../../../../schemas/alerts/rule.ts';
import { outageSeverity } from '../../../../../schemas/health/check.ts';
import type { OutageId } from '../../../../../schemas/health/ids.ts';
import type { EventId } from '../../../../../schemas/ids.ts';
import {
  type Described,
  type DescribedAlert,
  type DescribedOutage,
  isOutage,
} from '../described.ts';
import { plain } from './cut.ts';
import type { PostedNotice } from './post.ts';
import { endedAtMs, textOf } from './section.ts';

/** An alert or an outage as a service for on-call teams keeps it. */
export type Incident = {
  /** The same as long as the alert or the outage lasts, and never again. */
  readonly key: string;
  readonly summary: string;
  readonly lines: readonly string[];
  readonly severity: Severity;
  /** As it was sent; undefined: all services. */
  readonly service?: string;
  readonly kind: string;
  readonly beganAtMs: number | undefined;
  readonly url: string;
  readonly traceUrls: readonly string[];
  readonly details: Readonly<Record<string, string>>;
};

export type IncidentStep = { readonly action: 'open' | 'close'; readonly incident: Incident };

/** All details together are within the 8,000 characters of Opsgenie. */
const detailUnitsMax = 400;

const incidentKey = (id: AlertId | OutageId | EventId): string => `tidemark-${id}`;

/**
 * What a notice does to incidents, in this order. Afterwards the incident of what has ended is closed, also if an older
 * notice comes after a newer one. A test opens one and closes it.
 */
export function incidentSteps(notice: PostedNotice): readonly IncidentStep[] {
  if (notice.isTest) {
    const incident = testIncident(notice);
    return [
      { action: 'open', incident },
      { action: 'close', incident },
    ];
  }
  const steps = notice.described.flatMap(one => {
    const incident = incidentOf(one, notice);
    return actionsOf(one).map(action => ({ action, incident }));
  });
  return [...new Map(steps.map(step => [stepName(step), step])).values()];
}

export const stepName = ({ action, incident: { key } }: IncidentStep): string => `${action} ${key}`;

/** Of what a silence or a pause between reminders outlived, nobody is called. */
function actionsOf(one: Described): readonly IncidentStep['action'][] {
  if (one.why === 'resolved') return ['close'];
  if (endedAtMs(one) === undefined) return ['open'];
  return one.why === 'first' ? ['open', 'close'] : ['close'];
}

function incidentOf(one: Described, { publicUrl, heldBack }: PostedNotice): Incident {
  const { subject, lines, url, traceUrls } = textOf(one, publicUrl);
  const shared = { summary: subject, lines, url, traceUrls };
  const held = { held_back: heldBack === 0 ? undefined : String(heldBack) };
  return isOutage(one)
    ? { ...shared, ...outageIncident(one), details: detailsOf({ ...outageFacts(one), ...held }) }
    : { ...shared, ...alertIncident(one), details: detailsOf({ ...alertFacts(one), ...held }) };
}

type Named = Pick<Incident, 'key' | 'severity' | 'service' | 'kind' | 'beganAtMs'>;

const alertIncident = ({ alertId, rule, triggeredAtMs }: DescribedAlert): Named => ({
  key: incidentKey(alertId),
  severity: rule.severity,
  ...(rule.scope.type === 'service' && { service: rule.scope.service }),
  kind: rule.metric,
  beganAtMs: triggeredAtMs,
});

const outageIncident = ({ outageId, serviceName, failedAtMs }: DescribedOutage): Named => ({
  key: incidentKey(outageId),
  severity: outageSeverity,
  service: serviceName,
  kind: 'health check',
  beganAtMs: failedAtMs,
});

const testIncident = ({ id, subject, text, publicUrl }: PostedNotice): Incident => ({
  key: incidentKey(id),
  summary: subject,
  lines: text.split('\n').filter(line => line !== '' && line !== publicUrl),
  severity: 'info',
  kind: 'test',
  beganAtMs: undefined,
  url: publicUrl,
  traceUrls: [],
  details: {},
});

type Facts = Readonly<Record<string, string | undefined>>;

const alertFacts = ({
  alertId,
  rule,
  ruleVersion,
  value,
  leads,
  ...one
}: DescribedAlert): Facts => ({
  alert_id: alertId,
  why: one.why,
  rule: rule.name,
  rule_version: String(ruleVersion),
  service: rule.scope.type === 'service' ? rule.scope.service : undefined,
  metric: rule.metric,
  threshold: `${rule.operator} ${rule.threshold}`,
  value: value === null ? 'no data' : String(value),
  requests: String(one.evidence.samples),
  errors: String(one.evidence.errors),
  top_error: [leads.error?.type, leads.error?.message].filter(Boolean).join(': '),
  deployment: leads.deployment?.version,
  triggered_at: new Date(one.triggeredAtMs).toISOString(),
});

const outageFacts = ({
  outageId,
  checkId,
  checkName,
  serviceName,
  ...one
}: DescribedOutage): Facts => ({
  outage_id: outageId,
  check_id: checkId,
  why: one.why,
  check: checkName,
  service: serviceName,
  error: one.error,
  failed_at: new Date(one.failedAtMs).toISOString(),
});

const detailsOf = (facts: Facts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value = '']) => [name, plain(value, detailUnitsMax)]),
  );
