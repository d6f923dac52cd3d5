import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { openAnomaly } from '../../support/anomalies.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { freshSpan, newId } from '../../support/otel-send.ts';
import { nanosOf, text } from '../../support/otlp.ts';
import { recordedEvents, sendChunk } from '../../support/replays.ts';
import { sourceMapForm, uploadSourceMap } from '../../support/source-maps.ts';
import { until } from '../../support/until.ts';
import { type Belongings, belongingsWith, newMarker } from './belongings.ts';

export type Victim = Awaited<ReturnType<typeof openVictim>>;

/** An organization that has something of everything, with one marker in all of its names. */
export async function openVictim(tidemark: WholeTidemark) {
  const marker = newMarker();
  const names = belongingsWith(marker);
  const { registered, verified, key } = await tidemark.account(names.email, names.service, {
    organization_name: names.organizationName,
    name: `Ada ${marker}`,
    source: marker,
    source_metadata: { [marker]: marker },
  });
  const ask = async <Body = Record<string, unknown>>(
    ...[method, path, body, headers]: [string, string, object?, Record<string, string>?]
  ): Promise<Body> => {
    const response = await fetch(`${tidemark.url}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    equal(response.ok, true, `${method} ${path}: ${response.status}`);
    return (await response.json()) as Body;
  };
  const createKey = (kind: string, more: object = {}, headers = {}) =>
    ask<ResponseOf<'createApiKey'>>(
      ...(['POST', '/v1/api-keys', { name: names.keyName, kind, ...more }] as const),
      headers,
    );
  const restrictions = {
    allowed_origins: [`https://${marker}.example`],
    services: [names.service],
  };
  const repeatable = { 'Idempotency-Key': names.idempotencyKey };
  const kept = await createKey('pub', restrictions, repeatable);
  const revoked = await createKey('read');
  await ask('DELETE', `/v1/api-keys/${revoked.id}`);
  await ask('PATCH', '/v1/organization', { name: `Renamed ${marker}` });
  const sendTrace = (traceId: string) =>
    ask('POST', '/v1/traces', tracesOf(marker, { ...names, traceId }));
  await sendTrace(names.traceId);
  await ask('POST', '/v1/metrics', metricsOf(marker, names));
  await tidemark.caughtUp();
  const { errors } = await ask<ResponseOf<'listErrors'>>('GET', '/v1/errors');
  const rule = await ask<ResponseOf<'createAlertRule'>>('POST', '/v1/alert-rules', {
    name: names.ruleName,
    metric: 'latency_p50',
    operator: '>',
    threshold: 0,
    scope_type: 'service',
    scope_value: names.service,
    time_window: 60,
  });
  const alert = await until('the alert of the victim', async () => {
    const { alerts } = await ask<ResponseOf<'listAlerts'>>('GET', '/v1/alerts');
    return alerts[0];
  });
  const item = await until('the item of the alert', async () => {
    const { items } = await ask<ResponseOf<'listTriageItems'>>('GET', '/v1/triage-inbox');
    return items[0];
  });
  await openAnomaly(tidemark, String(verified.body.organization_id), names.service);
  const anomaly = await until('the anomaly of the victim', async () => {
    const { anomalies } = await ask<ResponseOf<'listAnomalies'>>('GET', '/v1/anomalies');
    return anomalies[0];
  });
  const channel = await ask<ResponseOf<'createChannel'>>('POST', '/v1/channels', {
    name: `Channel ${marker}`,
    type: 'email',
    address: `pager@${marker}.example`,
  });
  const conversation = await ask<ResponseOf<'startConversation'>>(
    'POST',
    '/v1/copilot/conversations',
  );
  const silence = await ask<ResponseOf<'createSilence'>>('POST', '/v1/silences', {
    rule_id: rule.id,
    service: names.service,
    until: inAnHour(),
    reason: `Reason ${marker}`,
  });
  const objective = await ask<ResponseOf<'createObjective'>>('POST', '/v1/slos', {
    name: `Objective ${marker}`,
    kind: 'availability',
    service: names.service,
    target: 99.9,
  });
  const check = await ask<ResponseOf<'createHealthCheck'>>('POST', '/api/health-checks', {
    service_name: names.service,
    check_name: names.checkName,
  });
  const maintenance = await ask<ResponseOf<'declareMaintenance'>>(
    'POST',
    `/api/health-checks/${check.id}/maintenance`,
    { from: new Date().toISOString(), to: inAnHour(), reason: marker },
  );
  await ask('POST', '/v1/health/heartbeat', {
    service_name: names.service,
    metadata: { [marker]: marker },
  });
  const breakpoint = await ask<ResponseOf<'registerBreakpoint'>>(
    'POST',
    '/sdk/snapshots/auto-register',
    { service_name: names.service, function_name: names.operation },
  );
  const snapshot = await ask<{ snapshot_id: string }>('POST', '/sdk/snapshots/capture', {
    breakpoint_id: breakpoint.id,
    variables: { [marker]: marker },
    trace_id: names.traceId,
  });
  const sourceMap = await uploadSourceMap(tidemark.url, key, sourceMapForm(names.debugId, names));
  const release = await ask<ResponseOf<'recordRelease'>>('POST', '/api/releases', {
    version: names.release,
    service_name: names.service,
    author: `Ada ${marker}`,
  });
  await ask('POST', `/api/releases/${names.release}/deploys`, { environment: names.service });
  await sendChunk(tidemark.url, key, {
    session: names.replaySession,
    events: recordedEvents(undefined, marker),
    headers: { 'X-Replay-Url': `https://${marker}.example/`, 'X-Replay-User-Id': names.replayUser },
  });
  const replay = await until('the session of the victim', async () => {
    const { replays } = await ask<ResponseOf<'listReplays'>>('GET', '/api/replays');
    return (
      replays.length > 0 &&
      ask<ResponseOf<'getReplay'>>('GET', `/api/replays/${names.replaySession}`)
    );
  });
  const webhook = await ask<ResponseOf<'createWebhook'>>('POST', '/v1/webhooks', {
    name: `Webhook ${marker}`,
    url: `https://${marker}.invalid/hook`,
    events: ['alert.triggered'],
  });
  const tested = await ask<ResponseOf<'testWebhook'>>(
    'POST',
    `/v1/webhooks/${webhook.id}/test`,
    {},
  );
  await until('the delivery of the victim', async () => {
    const path = `/v1/webhooks/${webhook.id}/deliveries`;
    const { deliveries } = await ask<ResponseOf<'listWebhookDeliveries'>>('GET', path);
    return deliveries.length > 0;
  });
  const checkout = await ask<ResponseOf<'createCheckoutSession'>>(
    'POST',
    '/v1/billing/create-checkout-session',
    {
      plan_id: 'team',
      success_url: `https://${marker}.example/done`,
      cancel_url: `https://${marker}.example/`,
    },
  );
  const { events } = await ask<ResponseOf<'audit'>>('GET', '/v1/audit');
  const opened = events.find(({ resource }) => resource.type === 'checkout');
  const belongings: Belongings = {
    ...names,
    organization: String(verified.body.organization_id),
    user: String(verified.body.user_id),
    session: String(registered.body.session_id),
    keyId: kept.id,
    revokedKeyId: revoked.id,
    eventId: events[0]?.id ?? '',
    ruleId: rule.id,
    alertId: alert.id,
    errorId: errors[0]?.id ?? '',
    anomalyId: anomaly.id,
    itemId: item.id,
    breakpointId: breakpoint.id,
    snapshotId: snapshot.snapshot_id,
    channelId: channel.id,
    checkId: check.id,
    maintenanceId: maintenance.id,
    conversationId: conversation.id,
    silenceId: silence.id,
    objectiveId: objective.id,
    sourceMapId: String(sourceMap.body.id),
    releaseId: release.id,
    replaySegment: replay.segments[0]?.id ?? '',
    webhookId: webhook.id,
    deliveryId: tested.delivery_id,
    checkoutId: opened?.resource.id ?? '',
  };
  /** Without the bytes of its check, which misses heartbeats by itself. */
  const subscription = async () => {
    const { usage, ...rest } = await ask<ResponseOf<'subscription'>>(
      'GET',
      '/v1/billing/subscription',
    );
    const { health, ...kinds } = usage.bytes_by_kind;
    const bytesUsed = usage.bytes_used - health;
    return { ...rest, usage: { ...usage, bytes_used: bytesUsed, bytes_by_kind: kinds } };
  };
  /** All that it sees of itself, but when its keys were used. */
  const seen = async () => ({
    trace: await ask('GET', `/v1/traces/${names.traceId}`),
    organization: await ask('GET', '/v1/organization'),
    audit: await ask('GET', '/v1/audit?limit=500'),
    keys: (await ask<ResponseOf<'listApiKeys'>>('GET', '/v1/api-keys')).api_keys.map(
      ({ last_used_at: _, ...rest }) => rest,
    ),
    channels: (await ask<ResponseOf<'listChannels'>>('GET', '/v1/channels')).channels,
    silences: (await ask<ResponseOf<'listSilences'>>('GET', '/v1/silences')).silences,
    objectives: (await ask<ResponseOf<'listObjectives'>>('GET', '/v1/slos')).slos,
    checks: (
      await ask<ResponseOf<'listHealthChecks'>>('GET', '/api/health-checks')
    ).health_checks.map(({ id, check_name: name, enabled }) => ({ id, name, enabled })),
    sourceMaps: (await ask<ResponseOf<'listSourceMaps'>>('GET', '/api/sourcemaps')).source_maps,
    releases: (await ask<ResponseOf<'listReleases'>>('GET', '/api/releases')).releases,
    replay: await ask('GET', `/api/replays/${names.replaySession}`),
    replayEvents: await ask('GET', `/api/replays/${names.replaySession}/events`),
    webhooks: (await ask<ResponseOf<'listWebhooks'>>('GET', '/v1/webhooks')).webhooks.map(
      ({ id, url, events: wanted, enabled }) => ({ id, url, wanted, enabled }),
    ),
    breakpoints: (await ask<ResponseOf<'listBreakpoints'>>('GET', '/v1/breakpoints')).breakpoints,
    snapshots: await ask('GET', '/v1/snapshots'),
    replaySettings: await ask('GET', '/v1/replay-settings'),
    killSwitch: await ask('GET', '/v1/snapshots/kill-switch'),
    anomalies: (await ask<ResponseOf<'listAnomalies'>>('GET', '/v1/anomalies')).anomalies.map(
      ({ id, acknowledged_at }) => ({ id, acknowledged_at }),
    ),
    alerts: (await ask<ResponseOf<'listAlerts'>>('GET', '/v1/alerts')).alerts.map(
      ({ id, status }) => ({ id, status }),
    ),
    services: (await ask<ResponseOf<'listServices'>>('GET', '/v1/services')).services,
    errors: (await ask<ResponseOf<'listErrors'>>('GET', '/v1/errors')).errors.map(
      ({ id, status }) => ({ id, status }),
    ),
    metrics: (await ask<ResponseOf<'listMetrics'>>('GET', '/v1/metrics')).metrics,
    subscription: await subscription(),
  });
  return {
    marker,
    key,
    belongings,
    seen,
    sendTrace: () => sendTrace(newId(32)),
    /** Every text that is of this organization alone. */
    secrets: [
      marker,
      key,
      kept.key,
      revoked.key,
      webhook.secret,
      checkout.session_id,
      ...Object.values(belongings),
    ],
  };
}

/** A failed span of the service and one of a service that nobody else ever names. */
function tracesOf(marker: string, names: Names) {
  const { traceId, spanId, operation, service } = names;
  const attributes = [text(`attribute.${marker}`, `value ${marker}`)];
  const call = [
    text('gen_ai.request.model', `model ${marker}`),
    text('gen_ai.conversation.id', names.modelConversation),
  ];
  const timeUnixNano = nanosOf(Date.now() - 1_001);
  const failed = freshSpan({
    traceId,
    spanId,
    name: operation,
    traceState: `vendor=${marker}`,
    attributes: [...attributes, ...call],
    status: { code: 2, message: `failed ${marker}` },
    events: [{ timeUnixNano, name: marker, attributes }],
    links: [{ traceId: newId(32), spanId: newId(16), attributes }],
  });
  const inner = freshSpan({ traceId, name: `inner ${marker}`, parentSpanId: spanId });
  const scope = { name: `scope ${marker}`, version: marker };
  return {
    resourceSpans: [
      [service, failed],
      [`hidden-${marker}`, inner],
    ].map(([name, span]) => ({
      resource: { attributes: [text('service.name', String(name)), ...attributes] },
      scopeSpans: [{ scope, spans: [span] }],
    })),
  };
}

type Names = Pick<Belongings, 'traceId' | 'spanId' | 'operation' | 'service' | 'modelConversation'>;

function metricsOf(marker: string, { metric, service, attribute }: MetricNames) {
  const attributes = [text(attribute, `value ${marker}`)];
  const dataPoints = [{ timeUnixNano: nanosOf(Date.now() - 1_000), asDouble: 1, attributes }];
  const described = { name: metric, unit: marker, description: `description ${marker}` };
  return {
    resourceMetrics: [
      {
        resource: { attributes: [text('service.name', service), ...attributes] },
        scopeMetrics: [
          { scope: { name: marker }, metrics: [{ ...described, gauge: { dataPoints } }] },
        ],
      },
    ],
  };
}

type MetricNames = Pick<Belongings, 'metric' | 'service' | 'attribute'>;

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
