import type { ResolveReason } from '../../../../schemas/alerts/commands.ts';
import type { Evidence } from '../../../../schemas/alerts/evidence.ts';
import { quoted } from '../quoted.ts';
import type { DescribedAlert } from './described.ts';
import type { NoticeText } from './notice-text.ts';
import { timeOf } from './time-of.ts';

/** What a notice says of an alert. */
export const alertText = (alert: DescribedAlert, publicUrl: string): NoticeText => ({
  subject: `[${alert.rule.severity}] ${quoted(alert.rule.name)} ${happenings[alert.why]}`,
  lines: linesOf(alert),
  url: `${publicUrl}/alerts/${alert.alertId}`,
});

const happenings = {
  first: 'fires',
  reminder: 'still fires',
  resolved: 'resolved',
  silence_over: 'fired in a silence',
} as const;

function linesOf(alert: DescribedAlert): readonly string[] {
  const { rule, ruleVersion, value, evidence } = alert;
  const { metric, operator, threshold, severity, name, scope } = rule;
  const of = scope.type === 'service' ? quoted(scope.service) : 'all services';
  const figure = value === null ? 'no data' : String(Number(value.toPrecision(6)));
  return [
    `${quoted(name)} (${severity})`,
    whyText(alert),
    `${metric} of ${of}: ${figure}; threshold ${operator} ${threshold}; rule version ${ruleVersion}`,
    ...evidenceLines(evidence),
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
  const { window, samples, errors, late, p50Ms, p95Ms, p99Ms, exemplars } = evidence;
  const latencies = Object.entries({ p50: p50Ms, p95: p95Ms, p99: p99Ms })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Number(value?.toPrecision(4))} ms`);
  const traces = exemplars.map(({ traceId }) => traceId);
  return [
    `Evidence: ${samples} requests, ${errors} errors, ${late} late spans from ${timeOf(window.fromMs)} to ${timeOf(window.toMs)}`,
    `Latency: ${latencies.join(', ') || 'not known'}; traces: ${traces.join(', ') || 'none'}`,
  ];
}
