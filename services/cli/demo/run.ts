import { untilAborted } from '../../../platform/async/until-aborted.ts';
import type { CommandContext } from '../context.ts';
import { CommandFailed, UsageError } from '../errors.ts';
import { count } from '../table.ts';
import type { Report, Terminal } from '../terminal.ts';
import { readBack } from './comparison/readback.ts';
import { openReader } from './comparison/reader.ts';
import { report } from './comparison/report.ts';
import { type GroundTruth, openTruth } from './comparison/truth.ts';
import { type DemoResults, errorPercentMax, failedChecks } from './comparison/verdict.ts';
import { startIncidents } from './incidents/incidents.ts';
import type { DemoOptions } from './options.ts';
import { parseSeconds, planOf } from './plan.ts';
import { requestsMetric } from './sending/meters.ts';
import { type Progress, sendTraffic, type TrafficPlan } from './sending/pace.ts';
import { openSenders } from './sending/senders.ts';
import { type DemoServer, startDemoServer } from './server.ts';
import { serviceNames } from './shop/shop.ts';

const email = 'demo@example.com';

type Setting = CommandContext & { readonly server: DemoServer; readonly key: string };

/** Everything there is, with traffic whose every duration is known, and a comparison at the end. */
export async function demo(options: DemoOptions, context: CommandContext): Promise<void> {
  const startedAtMs = performance.now();
  const seconds = parseSeconds(options.seconds);
  const seed = parseSeed(options.seed);
  const { terminal, ended } = context;
  const over = new AbortController();
  const server = await terminal.progress('Starting Tidemark', () =>
    startDemoServer(options, context.startServer),
  );
  let keep = true;
  let judged = false;
  try {
    const key = await introduce(server, terminal);
    const setting = { ...context, server, key, ended: AbortSignal.any([ended, over.signal]) };
    const plan = planOf(seconds, performance.now() - startedAtMs, seed);
    const findings = await trafficAndBack(plan, setting);
    judge(findings, setting);
    judged = true;
    keep = false;
    if (seconds === undefined) await stayUp(setting);
  } catch (error) {
    if (!ended.aborted) throw withLog(error, server);
    keep = false;
    if (!judged) throw new CommandFailed('the demo was interrupted before anything was compared');
  } finally {
    // However it ended: a server of the demo's own that stays open would keep the process.
    over.abort();
    await terminal.progress('Stopping', () => server.stop({ keep }));
  }
}

async function introduce(server: DemoServer, { say, record, style }: Terminal): Promise<string> {
  const { url, folder, register } = server;
  record({ kind: 'started', url, data_dir: folder });
  say('');
  say(`${style.good('✔')} Tidemark runs on ${style.bold(url)} ${style.dim(`(data in ${folder})`)}`);
  const { api_key: key, organization_id: organization } = await register(email, serviceNames[0]);
  record({ kind: 'registered', email, organization_id: organization });
  say(`${style.good('✔')} ${email} registered over HTTP with the code that was mailed`);
  say(`${style.good('✔')} Watch it: ${style.bold(pagesLink(url, key))}`);
  return key;
}

/** Opens the pages signed in. What stands behind `#` never leaves the browser. */
const pagesLink = (url: string, key: string): string => `${url}/#key=${key}`;

async function trafficAndBack(plan: TrafficPlan, setting: Setting): Promise<DemoResults> {
  const { terminal, server, key, ended } = setting;
  const { style, say, record } = terminal;
  const truth = openTruth(serviceNames);
  const senders = openSenders({ url: server.url, key, onEnded: truth.add });
  const incidents = await startIncidents(plan.trafficMs, setting);
  try {
    await terminal.progress('Sending traffic', progress =>
      sendTraffic(plan, senders, tellProgress(plan, truth, progress, terminal), ended),
    );
  } finally {
    await senders.stop();
  }
  const spans = truth.spans();
  const traces = truth.traces().size;
  record({ kind: 'sent', spans, traces, services: serviceNames });
  say(
    `${style.good('✔')} ${count(spans)} spans of ${count(traces)} traces sent by ${serviceNames.length} services through OpenTelemetry SDKs`,
  );
  const reader = openReader(server.url, key);
  const { findings, waitedMs } = await terminal.progress(
    'Waiting until all of it can be read',
    () => readBack(reader, truth, ended),
  );
  const unseen = await terminal.progress('Waiting for alerts', incidents.ended);
  if (unseen.length > 0) throw new CommandFailed(unseen.join('; '));
  record({ kind: 'readable', after_ms: Math.round(waitedMs) });
  say(
    `${style.good('✔')} All of it readable ${(waitedMs / 1000).toFixed(1)} s after the last export`,
  );
  return findings;
}

/** Prints the incident when it begins and ends, and the rest beside the spinner. */
function tellProgress(plan: TrafficPlan, truth: GroundTruth, progress: Report, terminal: Terminal) {
  const { say, record, style } = terminal;
  let known: Progress['incident'];
  return ({ elapsedMs, incident }: Progress): void => {
    const leftSeconds = Math.max(0, Math.ceil((plan.trafficMs - elapsedMs) / 1000));
    progress(`Sending traffic: ${count(truth.spans())} spans, ${leftSeconds} s to go`);
    if (incident === known) return;
    const { service, slower } = incident ?? known ?? { service: '', slower: 1 };
    record({ kind: incident === undefined ? 'incident_ended' : 'incident_began', service });
    say(
      incident === undefined
        ? `${style.good('●')} ${service} has recovered`
        : `${style.bad('●')} ${service} becomes ${slower} times slower and fails more often`,
    );
    known = incident;
  };
}

function judge(findings: DemoResults, { terminal }: Setting): void {
  const { say, record, style } = terminal;
  say('');
  report(findings, terminal);
  say('');
  const { trace, spans } = findings.trace;
  say(
    `  Trace ${style.bold(trace.id)}: ${trace.operation_name}, ${spans.length} spans, ${trace.duration_ms} ms`,
  );
  say('');
  const wrong = failedChecks(findings);
  record({ kind: 'result', ok: wrong.length === 0, shortcomings: wrong, trace_id: trace.id });
  if (wrong.length > 0) throw new CommandFailed(wrong.join('; '));
  say(
    `${style.good('✔')} Every count is exact, and every percentile of spans within ${errorPercentMax} % of the exact one`,
  );
}

async function stayUp({ terminal, server, key, ended }: Setting): Promise<void> {
  const { say, record, style } = terminal;
  const { url } = server;
  record({ kind: 'staying', url, api_key: key });
  say('');
  say(`Look around at ${style.bold(pagesLink(url, key))}; Ctrl-C ends it.`);
  say('');
  say(`  ${style.dim('export')} KEY=${key}`);
  say(`  curl -H "X-API-Key: $KEY" ${url}/v1/services`);
  say(`  curl -H "X-API-Key: $KEY" '${url}/api/metrics/services/payments?window=15m'`);
  say(`  curl -H "X-API-Key: $KEY" '${url}/v1/traces?service=checkout&limit=5'`);
  say(`  curl -H "X-API-Key: $KEY" ${url}/v1/anomalies`);
  say(
    `  curl -H "X-API-Key: $KEY" '${url}/v1/metrics/query?metric=${requestsMetric}&aggregation=rate&group_by=outcome'`,
  );
  say('');
  say(`  Every route: ${url}/docs`);
  say('');
  await untilAborted(ended);
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new UsageError(`expected --seed to be a whole number, found ${text}`);
}

const withLog = (error: unknown, { logFile }: DemoServer): Error =>
  new CommandFailed(
    `the demo failed: ${error instanceof Error ? error.message : String(error)}; its log is in ${logFile}`,
    { cause: error },
  );
