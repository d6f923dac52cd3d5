import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { alertRoutes } from '../../../../schemas/alerts/routes.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { noticeRoutes } from '../../../../schemas/notices/routes.ts';
import type { Terminal } from '../../terminal.ts';
import { callerOf } from './call.ts';
import type { DemoIncident, IncidentSetting } from './incident.ts';
import { lookBack, type ShownAlert } from './look-back.ts';
import type { DemoReceiver } from './receiver.ts';

/** With less traffic the incident is too short for the average of a minute. */
export const alertTrafficMsMin = 40_000;
/** With less traffic the incident still is in the last minute when the traffic ends. */
const resolvedTrafficMsMin = 180_000;

/** Payments take 22 ms on average, and 125 ms in the incident. */
const rule = {
  name: 'Payments are slow',
  metric: 'latency_avg',
  operator: '>',
  threshold: 35,
  scope_type: 'service',
  scope_value: 'payments',
  time_window: 1,
  min_samples: 300,
  severity: 'critical',
} as const;

const pollMs = 1_000;
/** For the alert to end after the last request. */
const restMsMax = 10_000;

const listRoute = alertRoutes.find(({ name }) => name === 'listAlerts');
const noticesRoute = noticeRoutes.find(({ name }) => name === 'alertNotices');
const detailRoute = alertRoutes.find(({ name }) => name === 'getAlert');

type Seen = { shown?: ShownAlert; resolved: boolean; mailed: boolean };

/** Creates an alert rule, and prints when its alert fires, on what evidence, and when it ends. */
export async function startDemoAlert(
  trafficMs: number,
  receiver: DemoReceiver,
  { server, key, terminal, ended }: IncidentSetting,
): Promise<DemoIncident> {
  const call = callerOf(server.url, key);
  const { id } = (await call('POST', '/v1/alert-rules', rule)) as { readonly id: string };
  const seen: Seen = { resolved: false, mailed: false };
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    const list = listRoute?.response.parse(await call('GET', `/v1/alerts?rule=${id}`));
    const [alert] = (list as { alerts: readonly { id: string; status: string }[] }).alerts;
    if (alert === undefined) return;
    seen.shown ??= show(await call('GET', `/v1/alerts/${alert.id}`), terminal);
    if (!seen.mailed) await lookForMail(alert.id);
    if (alert.status === 'resolved' && !seen.resolved) {
      terminal.record({ kind: 'alert_resolved', id: alert.id });
      terminal.say(`${terminal.style.good('●')} the alert is resolved`);
      seen.resolved = true;
    }
  };
  const lookForMail = async (alertId: string): Promise<void> => {
    const path = `/v1/alerts/${alertId}/notices`;
    const answer = noticesRoute?.response.parse(await call('GET', path));
    const { notices } = answer as { notices: readonly { notice_id: string; result: string }[] };
    const sent = notices.find(({ result }) => result === 'sent');
    if (sent === undefined) return;
    seen.mailed = true;
    terminal.record({ kind: 'alert_mailed', alert_id: alertId, notice_id: sent.notice_id });
    terminal.say(`${terminal.style.good('●')} the mail of the alert is in the outbox`);
    terminal.say(
      terminal.style.dim(`  ${join(server.folder, 'outbox', `*-${sent.notice_id}.eml`)}`),
    );
  };
  const signal = AbortSignal.any([ended, stopping.signal]);
  const watching = (async () => {
    while (!signal.aborted && !seen.resolved) {
      await look();
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  // A look that an interruption cut off; other failures are thrown where it is awaited.
  watching.catch(() => undefined);
  return {
    ended: async () => {
      const rest = trafficMs < resolvedTrafficMsMin ? 0 : restMsMax;
      await Promise.race([watching, pause(rest, undefined, { signal })]).catch(() => undefined);
      stopping.abort();
      await watching;
      const unseen = unseenOf(seen, receiver, trafficMs);
      if (unseen.length > 0 || seen.shown === undefined) return unseen;
      return lookBack(seen.shown, call, terminal);
    },
  };
}

function unseenOf(
  { shown, resolved, mailed }: Seen,
  receiver: DemoReceiver,
  trafficMs: number,
): readonly string[] {
  if (shown === undefined) return ['the alert of the incident did not fire'];
  if (!receiver.hasVerified('alert.triggered', shown.alert.id))
    return ['the webhook was not delivered'];
  if (trafficMs < resolvedTrafficMsMin) return [];
  if (!mailed) return ['the mail of the alert was not sent'];
  return resolved ? [] : ['the alert of the incident did not end'];
}

function show(answer: unknown, terminal: Terminal): ShownAlert {
  const alert = detailRoute?.response.parse(answer) as ResponseOf<'getAlert'>;
  const { message, evidence } = alert;
  const { samples, exemplars } = evidence;
  terminal.record({ kind: 'alert_triggered', message, evidence });
  terminal.say(`${terminal.style.bad('●')} alert: ${message}`);
  const traces = exemplars.map(({ trace_id: trace }) => trace).join(', ');
  terminal.say(terminal.style.dim(`  over ${samples} requests; slow traces: ${traces}`));
  return { alert, shownAt: new Date().toISOString() };
}
