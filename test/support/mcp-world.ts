import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { openVictim } from '../security/tenants/victim.ts';
import { openAnomaly } from './anomalies.ts';
import { callApi } from './api-call.ts';
import type { WholeTidemark } from './cluster.ts';
import { freshSpan, newId } from './otel-send.ts';
import { int, text, traces } from './otlp.ts';
import { sendChunk } from './replays.ts';
import { signIn } from './signed-in.ts';
import { until } from './until.ts';

/** How many more there are of each thing. */
const more = ['a', 'b', 'c'];

/** An organization that has several of everything that a tool lists. */
export async function openMcpWorld(tidemark: WholeTidemark) {
  const { key, belongings } = await openVictim(tidemark);
  const send: Send = async <Body>(
    path: string,
    body: unknown,
    method: Method = 'POST',
  ): Promise<Body> => {
    const call = { method, path, key, body };
    const { status, body: answer } = await callApi<Body>(tidemark.url, call);
    equal(status >= 200 && status < 300, true, `${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { body: signed } = await signIn(tidemark, belongings.email, belongings.organization);
  const owner = { key: signed.api_key ?? '', path: '/v1/members' };
  for (const name of more) {
    const invited = { email: `${name}@${belongings.organization}.example` };
    const { status } = await callApi(tidemark.url, { ...owner, method: 'POST', body: invited });
    equal(status, 201);
    await send('/v1/traces', versionOf(`service-${name}`, '1'));
    await send('/v1/traces', versionOf(`service-${name}`, '2'));
    await send('/v1/traces', callOf(`service-${name}`, `model-${name}`));
    await addState(send, belongings, name);
    await openAnomaly(tidemark, belongings.organization, `service-${name}`);
    await sendChunk(tidemark.url, key, { session: newId(32) });
  }
  await tidemark.caughtUp();
  await until('alerts', async () => (await list<'listAlerts'>('/v1/alerts')).total > more.length);
  await until('items', async () => {
    const { total_count: total } = await list<'listTriageItems'>('/v1/triage-inbox');
    return total > more.length;
  });
  await until('evaluations', async () => {
    const path = `/v1/alert-rules/${belongings.ruleId}/evaluations`;
    return (await list<'alertRuleEvaluations'>(path)).evaluations.length >= more.length;
  });
  return { key, belongings };

  async function list<Name extends 'listAlerts' | 'listTriageItems' | 'alertRuleEvaluations'>(
    path: string,
  ) {
    return (await callApi<ResponseOf<Name>>(tidemark.url, { path, key })).body;
  }
}

type Method = 'POST' | 'PUT' | 'PATCH';
type Send = <Body>(path: string, body: unknown, method?: Method) => Promise<Body>;
type Of = Awaited<ReturnType<typeof openVictim>>['belongings'];

/** What an organization keeps of its own decisions. */
async function addState(send: Send, of: Of, name: string): Promise<void> {
  await send('/v1/alert-rules', {
    name: `Rule ${name}`,
    metric: 'latency_p50',
    operator: '>',
    threshold: 0,
    scope_type: 'service',
    scope_value: of.service,
    time_window: 60,
  });
  const untilIso = new Date(Date.now() + 3_600_000).toISOString();
  await send('/v1/silences', { service: `other-${name}`, until: untilIso, reason: name });
  await send(`/v1/alert-rules/${of.ruleId}`, { description: name }, 'PUT');
  await send(`/v1/silences/${of.silenceId}`, { reason: name }, 'PATCH');
  await send('/api/releases', { version: name, service_name: of.service });
  await send('/v1/slos', { name, kind: 'availability', service: of.service, target: 99 });
  await send('/api/health-checks', { service_name: `service-${name}`, check_name: name });
  await send('/v1/health/heartbeat', { service_name: of.service });
  await send('/v1/webhooks', {
    name,
    url: 'https://receiver.invalid/hook',
    events: ['alert.resolved'],
  });
  await send(`/v1/webhooks/${of.webhookId}/test`, {});
  const { id } = await send<{ readonly id: string }>('/sdk/snapshots/auto-register', {
    service_name: of.service,
    function_name: `function-${name}`,
  });
  await send('/sdk/snapshots/capture', { breakpoint_id: id, variables: { name } });
}

/** A span of a version that fails with a message of its own, within a request. */
function versionOf(service: string, version: string) {
  const outer = freshSpan({ name: `GET /${service}` });
  const inner = freshSpan({
    traceId: outer.traceId,
    parentSpanId: outer.spanId,
    name: 'charge',
    status: { code: 2, message: 'no stock' },
  });
  const attributes = [text('service.name', service), text('service.version', version)];
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [outer, inner] }] }] };
}

/** A call of a language model. */
const callOf = (service: string, model: string) =>
  traces(
    [
      freshSpan({
        kind: 3,
        attributes: [
          text('gen_ai.operation.name', 'chat'),
          text('gen_ai.provider.name', 'openai'),
          text('gen_ai.request.model', model),
          int('gen_ai.usage.input_tokens', 5),
          int('gen_ai.usage.output_tokens', 7),
        ],
      }),
    ],
    service,
  );
