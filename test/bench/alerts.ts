import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breachBody } from '../crash/alerts/body.ts';
import { until } from '../support/until.ts';
import { rank } from './queries.ts';
import { get, startTidemark } from './tidemark.ts';

// How long after POST an alert fires: for an organization with one rule and one with a thousand, in turn.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: 'string', default: 'dist' },
    rules: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '15' },
  },
});
const services = 100;
const adoptedMsMax = 60_000;

type Organization = { readonly name: string; readonly key: string; readonly tookMs: number[] };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'tidemark-alerts-'));
const server = await startTidemark({
  build: values.build,
  folder,
  organizations: 2,
  nodeOptions: [],
});
const { url } = server;
try {
  const [few = '', many = ''] = server.keys;
  const organizations: readonly Organization[] = [
    { name: '1 rule', key: few, tookMs: [] },
    { name: `${values.rules} rules`, key: many, tookMs: [] },
  ];
  for (let number = 1; number < Number(values.rules); number++)
    await createRule(many, `service-${number % services}`);
  for (let turn = 0; turn < Number(values.turns); turn++)
    for (const each of organizations) each.tookMs.push(await measure(each, `turn-${turn}`));
  for (const { name, tookMs } of organizations) {
    tookMs.sort((left, right) => left - right);
    say(
      `${name}: from POST to a firing alert p50 ${rank(tookMs, 0.5).toFixed(0)} ms, longest ${rank(tookMs, 1).toFixed(0)} ms of ${tookMs.length}`,
    );
  }
  const [one = 0, thousand = 0] = organizations.map(({ tookMs }) => rank(tookMs, 0.5));
  say(`ratio of the medians ${(thousand / one).toFixed(2)}`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

/** One alert, from the request with failed spans until the API lists it; its rule is there before and gone after it. */
async function measure({ key }: Organization, service: string): Promise<number> {
  const id = await createRule(key, service);
  await until('the rule to be evaluated', () => isEvaluated(key, id), adoptedMsMax);
  const beganMs = performance.now();
  const body = new Uint8Array(breachBody([{ id, service }], Date.now()));
  await call(key, 'POST', '/v1/traces', body);
  await until('the alert', () => isFiring(key, id), adoptedMsMax);
  const tookMs = performance.now() - beganMs;
  await call(key, 'DELETE', `/v1/alert-rules/${id}`);
  return tookMs;
}

async function createRule(key: string, service: string): Promise<string> {
  const rule = {
    name: service,
    metric: 'error_rate',
    operator: '>',
    threshold: 50,
    scope_type: 'service',
    scope_value: service,
  };
  return String((await call(key, 'POST', '/v1/alert-rules', JSON.stringify(rule))).id);
}

async function isEvaluated(key: string, id: string): Promise<boolean> {
  const path = `/v1/alert-rules/${id}/evaluations`;
  const { evaluations } = await get<{ evaluations: unknown[] }>(url, path, key);
  return evaluations.length > 0;
}

async function isFiring(key: string, id: string): Promise<boolean> {
  const { alerts } = await get<{ alerts: unknown[] }>(url, `/v1/alerts?rule=${id}`, key);
  return alerts.length > 0;
}

async function call(
  key: string,
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`expected ${path} to succeed, found ${response.status}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
