import { alertUrl, type ClearLeads, traceUrl } from '../../../../domain/alerts/leads.ts';
import type { ResolveReason } from '../../../../schemas/alerts/commands.ts';
import type { Evidence } from '../../../../schemas/alerts/evidence.ts';
import { quoted, quotedSentence } from '../quoted.ts';
import type { DescribedAlert } from './described.ts';
import type { NoticeText } from './notice-text.ts';
import { timeOf } from './time-of.ts';

/** What a notice says of an alert. */
export const alertText = (alert: DescribedAlert, publicUrl: string): NoticeText => ({
  subject: `[${alert.rule.severity}] ${quoted(alert.rule.name)} ${happenings[alert.why]}`,
  lines: linesOf(alert),
  url: alertUrl(publicUrl, alert.alertId),
  traceUrls: alert.evidence.exemplars.map(({ traceId }) => traceUrl(publicUrl, traceId)),
  severity: alert.rule.severity,
  service: serviceOf(alert),
});

const serviceOf = ({ rule: { scope } }: DescribedAlert): string =>
  scope.type === 'service' ? quoted(scope.service) : 'all services';

const happenings = {
  first: 'fires',
  reminder: 'still fires',
  resolved: 'resolved',
  silence_over: 'fired in a silence',
} as const;

function linesOf(alert: DescribedAlert): readonly string[] {
  const { rule, ruleVersion, value, evidence, leads } = alert;
  const { metric, operator, threshold, severity, name } = rule;
  const figure = value === null ? 'no data' : String(Number(value.toPrecision(6)));
  return [
    `${quoted(name)} (${severity})`,
    whyText(alert),
    `${metric} of ${serviceOf(alert)}: ${figure}; threshold ${operator} ${threshold}; rule version ${ruleVersion}`,
    ...evidenceLines(evidence),
    ...leadLines(leads),
  ];
}

function whyText({ why, triggeredAtMs, resolved }: DescribedAlert): string {
  const fired = `fired at ${timeOf(triggeredAtMs)}`;
  const ended = resolved && `resolved at ${timeOf(resolved.atMs)} (${reasons[resolved.reason]})`;
  switch (why) {
    case 'first':
      return `First notice: the alert ${fired}.`;
    case 'reminder':
      return `Reminder: the alert ${fired} and still fires.`;
    case 'resolved':
      return `Resolved: the alert ${fired} and was ${ended ?? 'resolved'}.`;
    case 'silence_over':
      return `A silence is over: the alert ${fired} and ${ended === undefined ? 'still fires' : `was ${ended}`}.`;
  }
}

const reasons: Readonly<Record<ResolveReason, string>> = {
  recovered: 'recovered',
  no_data: 'no data',
  rule_disabled: 'the rule was disabled',
  rule_deleted: 'the rule was deleted',
  rule_changed: 'the rule was changed',
};

function evidenceLines(evidence: Evidence): readonly string[] {
  const { window, samples, errors, late, p50Ms, p95Ms, p99Ms } = evidence;
  const latencies = Object.entries({ p50: p50Ms, p95: p95Ms, p99: p99Ms })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Number(value?.toPrecision(4))} ms`);
  return [
    `Evidence: ${samples} requests, ${errors} errors, ${late} late spans from ${timeOf(window.fromMs)} to ${timeOf(window.toMs)}`,
    `Latency: ${latencies.join(', ') || 'not known'}`,
  ];
}

/** Senders chose these texts. */
function leadLines({ error, deployment }: ClearLeads): readonly string[] {
  const said = error && [error.type, error.message ?? ''].filter(Boolean).join(': ');
  return [
    ...(said ? [`Most frequent error: ${quotedSentence(said)}`] : []),
    ...(deployment
      ? [
          `Latest deployment: ${quoted(deployment.version)}, first seen at ${timeOf(deployment.atMs)}`,
        ]
      : []),
  ];
}
