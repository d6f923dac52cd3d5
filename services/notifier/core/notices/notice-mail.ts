import type { ResolveReason } from '../../../../schemas/alerts/commands.ts';
import type { AlertRuleSnapshot } from '../../../../schemas/alerts/events.ts';
import type { Evidence } from '../../../../schemas/alerts/evidence.ts';
import type { AlertId } from '../../../../schemas/alerts/ids.ts';
import type { NoticeCause } from '../../../../schemas/notices/events.ts';
import { quoted } from '../quoted.ts';

/** What a notice says of one alert. */
export type DescribedAlert = {
  readonly alertId: AlertId;
  readonly why: NoticeCause;
  readonly rule: AlertRuleSnapshot;
  readonly ruleVersion: number;
  /** Null: the rule fired because there was no data. */
  readonly value: number | null;
  readonly triggeredAtMs: number;
  readonly evidence: Evidence;
  readonly resolved?: {
    readonly atMs: number;
    readonly reason: ResolveReason;
    readonly value: number | null;
  };
};

export type NoticeMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * The mail of a notice. Names of rules and services are quoted: senders and users chose them.
 *  heldBack  alerts that the flood limit held back since the notice before
 */
export function noticeMail(
  alerts: readonly DescribedAlert[],
  { heldBack, publicUrl }: { readonly heldBack: number; readonly publicUrl: string },
): NoticeMail {
  const sections = alerts.map(alert => ({
    lines: linesOf(alert),
    url: `${publicUrl}/alerts/${alert.alertId}`,
  }));
  const notes = heldBack === 0 ? [] : [heldBackText(heldBack)];
  return {
    subject: subjectOf(alerts),
    text: [...sections.map(({ lines, url }) => [...lines, url].join('\n')), ...notes, ''].join(
      '\n\n',
    ),
    html: pageOf([...sections.map(sectionOf), ...notes.map(note => `<p>${escaped(note)}</p>`)]),
  };
}

/** The mail by which a user sees that a channel works. */
export function testMail(publicUrl: string): NoticeMail {
  const text = 'This is a test of a Tidemark channel. Notices of alerts will look like this.';
  return {
    subject: 'Test of a Tidemark channel',
    text: `${text}\n\n${publicUrl}\n`,
    html: pageOf([sectionOf({ lines: [text], url: publicUrl })]),
  };
}

function subjectOf(alerts: readonly DescribedAlert[]): string {
  const [only, ...others] = alerts;
  if (only === undefined) return 'Tidemark alerts';
  if (others.length > 0) return `${alerts.length} notices of Tidemark alerts`;
  const { severity } = only.rule;
  const what = {
    first: 'fires',
    reminder: 'still fires',
    resolved: 'resolved',
    silence_over: 'fired in a silence',
  };
  return `[${severity}] ${quoted(only.rule.name)} ${what[only.why]}`;
}

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

const heldBackText = (count: number): string =>
  `${count} more ${count === 1 ? 'alert was' : 'alerts were'} held back before this notice, because the channel reached its limit of notices in an hour.`;

const timeOf = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function sectionOf({ lines, url }: { readonly lines: readonly string[]; readonly url: string }) {
  const [title = '', ...others] = lines.map(escaped);
  const link = escaped(url);
  return `<p><strong>${title}</strong><br>${[...others, `<a href="${link}">${link}</a>`].join('<br>')}</p>`;
}

const pageOf = (parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><body>${parts.join('')}</body></html>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/gu, character => entities[character] ?? '');
