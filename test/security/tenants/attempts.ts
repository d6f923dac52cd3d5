import { randomUuid } from '../../../platform/uuid.ts';
import type { ResponseOf, RouteName } from '../../../schemas/http/routes.ts';
import { freshSpan } from '../../support/otel-send.ts';
import { nanosOf, traces } from '../../support/otlp.ts';
import { gauge, metrics } from '../../support/otlp-metrics.ts';
import { recordedEvents } from '../../support/replays.ts';
import type { Belongings } from './belongings.ts';
import { resourceUris, toolCalls } from './tool-calls.ts';

/** A request without its method and path, which are those of the route. */
export type Attempt = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of a body: recorded events, compressed. */
  readonly events?: readonly object[];
  /** Instead of a body: the parts of an uploaded source map. */
  readonly sourceMap?: { readonly debugId: string; readonly release: string };
  /** Instead of a body: the fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of those of the case. */
  readonly statuses?: readonly number[];
};

type Attempts = (of: Belongings) => readonly Attempt[];

/** What a stranger tries on a route, and the statuses that it may get with a key that may use the route. */
export type Case<Body = unknown> = {
  readonly attempts: Attempts;
  readonly statuses: readonly number[];
  /** How much a success contains; must be 0. */
  readonly found?: (body: Body) => number;
  /** The response is about the stranger's own things, so it differs from request to request. */
  readonly isOwn?: true;
};

const plain: Attempts = () => [{}];

/** The route does not have what the stranger names. */
const hidden = (attempts: Attempts): Case => ({ attempts, statuses: [404] });
/** The route lists nothing. */
const empty = <Body>(found: (body: Body) => number, attempts: Attempts): Case<Body> => ({
  attempts,
  statuses: [200],
  found,
});
/** The route succeeds with things of the stranger. */
const own = (attempts: Attempts, statuses: readonly number[] = [200]): Case => ({
  attempts,
  statuses,
  isOwn: true,
});
/** The same for a read that takes no other organization: a parameter with one is refused. */
const ownRead = (parameter: string): Case =>
  own(({ organization }) => [
    {},
    { query: { as_of: now() } },
    { query: { as_of: now(), [parameter]: organization }, statuses: [400] },
  ]);
/** The route takes no key, and has nothing of any organization. */
const keyless = (statuses: readonly number[] = [200]): Case => own(plain, statuses);
/** The route is for operators alone. */
const operators = (attempts: Attempts = plain): Case => ({ attempts, statuses: [401] });

/** A spelling of a trace id. */
const dashed = (id: string): string => `${id.slice(0, 8)}-${id.slice(8)}`;

/** Before every event that can be there. */
const lastCursor = Buffer.from('before 999999999').toString('base64url');

const now = (): string => new Date().toISOString();
const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

const minutesAgo = (count: number): string => new Date(Date.now() - count * 60_000).toISOString();

const namedKeys = ({ keyId, revokedKeyId, organization }: Belongings): Attempt[] =>
  [keyId, revokedKeyId, keyId.toUpperCase(), `${organization}/${keyId}`, organization].map(id => ({
    params: { id },
  }));

const namedRules = ({ ruleId, organization }: Belongings): Attempt[] =>
  [ruleId, ruleId.toUpperCase(), organization].map(id => ({ params: { id } }));

const namedBy =
  (field: keyof Belongings, body?: unknown) =>
  (of: Belongings): Attempt[] =>
    [of[field], of[field].toUpperCase(), of.organization].map(id => ({
      params: { id },
      ...(body !== undefined && { body }),
    }));

const namedDelivery = ({ webhookId: id, deliveryId }: Belongings): Attempt[] => [
  { params: { id, delivery_id: deliveryId } },
];

const namedItems = ({ itemId, alertId }: Belongings): Attempt[] =>
  [itemId, itemId.toUpperCase(), alertId].map(id => ({ params: { id }, body: {} }));

const namedReplay = ({ replaySession: id }: Belongings): Attempt[] =>
  [id, id.toUpperCase(), dashed(id)].map(each => ({ params: { session_id: each } }));

const ofRelease: Attempts = ({ service: name }) => [{}, { query: { service: name } }];

const namedRelease =
  (body?: unknown) =>
  ({ release, releaseId, organization }: Belongings): Attempt[] =>
    [release, release.toUpperCase(), releaseId, organization].map(version => ({
      params: { version },
      ...(body !== undefined && { body }),
    }));

const service =
  (parameter: string, ...queries: readonly ((of: Belongings) => Record<string, string>)[]) =>
  (of: Belongings): Attempt[] =>
    [() => ({}), ...queries].map(query => ({
      params: { [parameter]: of.service },
      query: query(of),
    }));

const window = () => ({ window: '24h' });

const strangeTraces = ({ traceId, spanId, service: name, operation }: Belongings) =>
  traces(
    [
      freshSpan({ traceId, name: operation }),
      freshSpan({ traceId, parentSpanId: spanId, links: [{ traceId, spanId }] }),
    ],
    name,
  );

const message = (method: string, params: object): Attempt => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
});

export const toolAttempt = (name: string, given: object): Attempt =>
  message('tools/call', { name, arguments: given });
export const resourceAttempt = (uri: string): Attempt => message('resources/read', { uri });

const strangeMetrics = ({ metric, service: name }: Belongings) =>
  metrics([gauge(metric, [{ timeUnixNano: nanosOf(Date.now() - 1_000), asDouble: 7 }])], name);

/**
 * One for each route: with every id and name of another organization in every place that has one.
 * A route that is not here does not compile.
 */
export const cases: { readonly [Name in RouteName]: Case<ResponseOf<Name>> | 'a stream' } = {
  exportTraces: own(of => [{ body: strangeTraces(of) }]),
  listTraces: empty(
    ({ total_count: total, traces: found }) => total + found.length,
    of => [
      {},
      { query: { service: of.service } },
      { query: { has_error: 'true' } },
      { query: { start_time_from: '2020-01-01T00:00:00Z', sort_by: 'duration' } },
      { query: { operation: of.operation } },
      { query: { id: of.traceId } },
      { query: { 'attr.service.name': of.service } },
    ],
  ),
  traceHistogram: empty(
    ({ total_count: total }) => total,
    of => [{}, { query: { service: of.service } }, { query: { operation: of.operation } }],
  ),
  streamTraces: 'a stream',
  getTrace: hidden(({ traceId: id }) =>
    [id, id.toUpperCase(), dashed(id)].map(each => ({ params: { id: each } })),
  ),
  listAttributes: {
    attempts: of => [{}, { query: { service: of.service } }, { query: { key: 'service.name' } }],
    statuses: [200, 404],
    found: ({ items, sample_count: samples }) => items.length + samples,
  },
  compareSpans: empty(
    ({ sample_count: samples, attributes }) => samples + attributes.length,
    of => [
      {
        body: {
          selection: {
            from: '2026-01-01T00:00:00Z',
            to: '2100-01-01T00:00:00Z',
            service: of.service,
          },
        },
      },
    ],
  ),
  getTraceOutline: hidden(({ traceId: id }) => [
    { params: { id } },
    { params: { id: dashed(id) } },
  ]),
  getTraceSpan: hidden(({ traceId: id, spanId: span_id }) => [{ params: { id, span_id } }]),
  getCriticalPath: hidden(({ traceId: id }) => [{ params: { id } }]),
  diffTraces: hidden(({ traceId: id }) => [{ body: { a: id, b: id } }]),
  exportMetrics: own(of => [{ body: strangeMetrics(of) }]),
  listMetrics: empty(
    ({ total, sample_count: samples, metrics: found }) => total + samples + found.length,
    of => [{}, { query: { service: of.service } }, { query: { from: '2020-01-01T00:00:00Z' } }],
  ),
  queryMetric: hidden(of =>
    [{}, { service: of.service }, { group_by: of.attribute }].map(query => ({
      query: { metric: of.metric, aggregation: 'max', ...query },
    })),
  ),
  recentIngest: own(plain),
  register: own(of => [
    { body: { email: of.email, service_name: of.service } },
    {
      body: {
        email: `eve-${randomUuid()}@example.org`,
        service_name: of.service,
        organization_name: of.organizationName,
      },
      headers: { 'Idempotency-Key': of.idempotencyKey },
    },
  ]),
  verify: own(({ session }) => [{ body: { session_id: session, code: '000000' } }], [404, 409]),
  requestSession: own(of => [{ body: { email: of.email } }]),
  verifySession: hidden(of => [
    { body: { session_id: of.session, code: '000000', organization_id: of.organization } },
  ]),
  endSession: own(plain, [403]),
  // None of these keys is a session; what sessions of others get is in test/security/oauth.test.ts.
  getAuthorization: own(({ organization }) => [{ query: { client_id: organization } }], [403]),
  allowGrant: own(
    ({ organization }) => [{ body: { client_id: organization, allowed: 'act' } }],
    [403],
  ),
  listMembers: own(plain),
  getMember: hidden(({ user: id }) => [{ params: { id } }]),
  inviteMember: own(() => [{ body: { email: 'mallory@example.com', role: 'owner' } }], [403]),
  changeMember: own(({ user: id }) => [{ params: { id }, body: { role: 'viewer' } }], [403]),
  removeMember: own(({ user: id }) => [{ params: { id } }], [403]),
  leaveOrganization: own(plain, [403]),
  listGrants: own(plain, [403]),
  revokeGrant: own(({ keyId, session }) => [keyId, session].map(id => ({ params: { id } })), [403]),
  protectedResource: keyless(),
  authorizationServer: keyless(),
  registerClient: own(
    of => [
      {
        body: { redirect_uris: ['https://client.example/back'], client_name: of.organizationName },
      },
      { body: { redirect_uris: ['http://client.example/back'] }, statuses: [400] },
    ],
    [201],
  ),
  issueToken: own(
    ({ keyId, session, organization }) =>
      [keyId, session].map(refresh_token => ({
        form: { grant_type: 'refresh_token', refresh_token, client_id: organization },
      })),
    [400],
  ),
  revokeToken: own(({ keyId, session }) => [keyId, session].map(token => ({ form: { token } }))),
  me: own(plain),
  integrationStatus: empty(
    ({ integration }) => (integration.first_data_at === null ? 0 : 1),
    plain,
  ),
  serviceMetrics: hidden(service('service_name', window, () => ({ explain: 'true', end: now() }))),
  listLlmCalls: empty(
    ({ total_count: total, calls }) => total + calls.length,
    of => [{}, { query: { service: of.service } }],
  ),
  llmStats: empty(
    ({ total: { calls }, models }) => calls + models.length,
    of => [{}, { query: { service: of.service } }],
  ),
  listLlmConversations: empty(
    ({ total_count: total, conversations }) => total + conversations.length,
    of => [{}, { query: { service: of.service } }],
  ),
  getLlmConversation: hidden(namedBy('modelConversation')),
  rootCauses: hidden(of => [
    { query: { service: of.service } },
    { query: { trace_id: of.traceId } },
    { query: { trace_id: of.traceId.toUpperCase() } },
  ]),
  askCopilot: own(of => [
    { body: { question: `Why does ${of.service} fail?` } },
    { body: { question: `What is in ${of.traceId}?` }, statuses: [404] },
    {
      body: { question: `What is in ${of.traceId}?` },
      headers: { Accept: 'text/event-stream' },
    },
  ]),
  startConversation: own(plain, [201]),
  listConversations: own(() => [{}, { query: { as_of: now() } }]),
  deleteConversation: hidden(namedBy('conversationId')),
  getConversation: hidden(namedBy('conversationId')),
  sendMessage: hidden(namedBy('conversationId', { content: 'Why?' })),
  callMcp: own(of => [
    ...toolCalls(of).map(([name, given]) => toolAttempt(name, given)),
    ...resourceUris(of).map(resourceAttempt),
  ]),
  listServices: empty(({ total, sample_count: samples }) => total + samples, plain),
  serviceMap: empty(
    ({ sample_count: samples, nodes, edges, unjoined }) =>
      samples + nodes.length + edges.length + unjoined.callers + unjoined.callees,
    of => [
      {},
      { query: { service: of.service }, statuses: [404] },
      { query: { from: minutesAgo(30), as_of: now() } },
    ],
  ),
  listErrors: empty(
    ({ total, errors }) => total + errors.length,
    of => [
      {},
      { query: { service: of.service } },
      { query: { from: minutesAgo(30), as_of: now() } },
    ],
  ),
  getError: hidden(namedBy('errorId')),
  resolveError: hidden(namedBy('errorId')),
  ignoreError: hidden(namedBy('errorId')),
  reopenError: hidden(namedBy('errorId')),
  serviceDetail: hidden(service('name', window)),
  serviceErrors: hidden(service('name', window)),
  serviceHeatmap: hidden(service('name', ({ operation }) => ({ operation }))),
  listDeployments: {
    attempts: of => [{}, { query: { service: of.service } }],
    statuses: [200, 404],
    found: ({ total }) => total,
  },
  serviceAnomalyScores: hidden(({ service: name }) => [
    { params: { name }, query: { metric: 'latency_p95' } },
  ]),
  serviceTimeseries: hidden(service('name', ({ operation }) => ({ operation }))),
  widgetBadge: hidden(service('name', () => ({ format: 'svg' }))),
  widgetMetrics: hidden(service('name', () => ({ range: '30d', as_of: now() }))),
  widgetAlerts: empty(({ counts, alerts }) => counts.total + alerts.length, plain),
  widgetOverview: empty(({ services }) => services.length, plain),
  plans: keyless(),
  createCheckoutSession: own(of => [
    {
      body: {
        plan_id: 'starter',
        organization_id: of.organization,
        success_url: 'https://eve.example/done',
        cancel_url: 'https://eve.example/',
      },
      headers: { 'Idempotency-Key': of.idempotencyKey },
    },
  ]),
  changePlan: {
    attempts: of => [
      { body: { plan_id: 'scale', organization_id: of.organization } },
      { body: { plan_id: 'free' }, headers: { 'Idempotency-Key': of.idempotencyKey } },
    ],
    statuses: [409],
  },
  invoices: empty(
    ({ invoices }) => invoices.length,
    of => [{}, { query: { cursor: of.checkoutId } }],
  ),
  stripeEvents: hidden(of => [
    { body: { id: 'evt_1', data: { object: { object: 'subscription', id: of.checkoutId } } } },
  ]),
  checkoutPage: hidden(of => [
    { params: { session: of.checkoutId } },
    { params: { session: of.organization } },
  ]),
  // The redirect leads to the page, which says that there is no such checkout.
  completeCheckout: hidden(of => [
    { params: { session: of.checkoutId } },
    { params: { session: of.organization } },
  ]),
  confirmationPage: hidden(of => [{ params: { token: of.channelId } }]),
  confirmAddress: hidden(of => [
    { params: { token: of.channelId } },
    { params: { token: of.organization } },
  ]),
  unsubscribePage: hidden(of => [{ params: { token: of.channelId } }]),
  unsubscribe: hidden(of => [
    { params: { token: of.channelId } },
    { params: { token: of.organization } },
  ]),
  billingUsage: empty(
    ({ months }) => months.reduce((sum, { traces }) => sum + (traces ?? 0), 0),
    () => [{}, { query: { recount: 'true' } }],
  ),
  subscription: empty(({ usage, parked }) => usage.traces_used + parked.requests, plain),
  changeSubscription: own(({ organization, idempotencyKey }) => [
    { body: { over_quota: 'park', organization_id: organization } },
    { body: { over_quota: 'reject' }, headers: { 'Idempotency-Key': idempotencyKey } },
  ]),
  organization: ownRead('id'),
  renameOrganization: own(({ organization, idempotencyKey }) => [
    { body: { name: 'Eve', id: organization, organization_id: organization } },
    { body: { name: 'Mallory' }, headers: { 'Idempotency-Key': idempotencyKey } },
  ]),
  audit: own(of => [
    {},
    ...[
      { kinds: 'account,keys' },
      { resource: `organization:${of.organization}` },
      { resource: `api-key:${of.keyId}` },
      { actor: `key:${of.keyId}` },
      { actor: `user:${of.user}` },
      { actor: `session:${of.session}` },
      { cursor: lastCursor },
    ].map(query => ({ query })),
  ]),
  createApiKey: own(
    of => [
      { body: { name: 'mine', kind: 'read', services: [of.service] } },
      {
        body: { name: of.keyName, kind: 'pub', services: [of.service], allow_no_origin: true },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [201],
  ),
  listApiKeys: ownRead('organization_id'),
  getApiKey: hidden(of => [
    ...namedKeys(of),
    { params: { id: of.keyId }, query: { as_of: now() } },
  ]),
  changeApiKey: hidden(of => namedKeys(of).map(key => ({ ...key, body: { name: 'taken' } }))),
  rotateApiKey: hidden(of => namedKeys(of).map(key => ({ ...key, body: {} }))),
  revokeApiKey: hidden(namedKeys),
  listApiKeyVersions: hidden(namedKeys),
  restoreApiKey: hidden(of => namedKeys(of).map(key => ({ ...key, body: { version: 1 } }))),
  listAlertRules: empty(({ total, rules }) => total + rules.length, plain),
  createAlertRule: own(
    of => [
      {
        body: {
          name: of.ruleName,
          metric: 'error_rate',
          operator: '>',
          threshold: 5,
          scope_type: 'service',
          scope_value: of.service,
        },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [201],
  ),
  getAlertRule: hidden(namedRules),
  changeAlertRule: hidden(of => namedRules(of).map(rule => ({ ...rule, body: { name: 'taken' } }))),
  deleteAlertRule: hidden(namedRules),
  listAlertRuleVersions: hidden(namedRules),
  restoreAlertRule: hidden(of => namedRules(of).map(rule => ({ ...rule, body: { version: 1 } }))),
  toggleAlertRule: hidden(of => namedRules(of).map(rule => ({ ...rule, body: {} }))),
  alertRuleHistory: hidden(namedRules),
  alertRuleEvaluations: hidden(namedRules),
  backtestAlertRules: {
    attempts: of => [
      ...namedRules(of).map(({ params }) => ({ body: { rule: params, from: minutesAgo(30) } })),
      {
        body: {
          rule: {
            metric: 'request_count',
            operator: '>',
            threshold: 0,
            scope_type: 'service',
            scope_value: of.service,
          },
          from: minutesAgo(30),
        },
      },
    ],
    statuses: [404, 200],
    found: ({ results }) => results.reduce((sum, { transitions_total: count }) => sum + count, 0),
  },
  listAlerts: empty(
    ({ total, alerts }) => total + alerts.length,
    of => [{}, { query: { rule: of.ruleId } }, { query: { service: of.service } }],
  ),
  getAlert: hidden(({ alertId }) =>
    [alertId, alertId.toUpperCase()].map(id => ({ params: { id } })),
  ),
  proveAlert: hidden(({ alertId }) =>
    [alertId, alertId.toUpperCase()].map(id => ({ params: { id } })),
  ),
  activeAlerts: empty(({ total, alerts }) => total + alerts.length, plain),
  alertSummary: empty(({ summary }) => summary.total_rules + summary.active_alerts, plain),
  alertDashboard: empty(({ stats, alerts }) => stats.total_traces + alerts.count, plain),
  alertNotices: hidden(({ alertId }) =>
    [alertId, alertId.toUpperCase()].map(id => ({ params: { id } })),
  ),
  listAnomalies: empty(({ anomalies, total_count }) => anomalies.length + total_count, plain),
  getAnomaly: hidden(namedBy('anomalyId')),
  alertCauses: hidden(({ alertId }) =>
    [alertId, alertId.toUpperCase()].map(id => ({ params: { id } })),
  ),
  anomalyCauses: hidden(namedBy('anomalyId')),
  acknowledgeAnomaly: hidden(namedBy('anomalyId')),
  listChannels: ownRead('organization_id'),
  createChannel: own(
    of => [{ body: { name: 'Own', type: 'email', address: `own@${of.channelId}.example` } }],
    [201],
  ),
  getChannel: hidden(namedBy('channelId')),
  changeChannel: hidden(namedBy('channelId', { name: 'taken' })),
  deleteChannel: hidden(namedBy('channelId')),
  testChannel: hidden(namedBy('channelId')),
  listChannelVersions: hidden(namedBy('channelId')),
  restoreChannel: hidden(namedBy('channelId', { version: 1 })),
  listSilences: empty(({ silences }) => silences.length, plain),
  createSilence: {
    attempts: of => [{ body: { rule_id: of.ruleId, until: later(), reason: 'taken' } }],
    statuses: [400],
  },
  getSilence: hidden(namedBy('silenceId')),
  changeSilence: hidden(namedBy('silenceId', { reason: 'taken' })),
  endSilence: hidden(namedBy('silenceId')),
  listObjectives: empty(({ slos }) => slos.length, plain),
  createObjective: own(
    of => [
      {
        body: { name: 'Own', kind: 'availability', service: of.service, target: 99.9 },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [201, 409],
  ),
  getObjective: hidden(namedBy('objectiveId')),
  objectiveHistory: hidden(namedBy('objectiveId')),
  changeObjective: hidden(namedBy('objectiveId', { name: 'taken' })),
  alertOnObjective: hidden(namedBy('objectiveId')),
  deleteObjective: hidden(namedBy('objectiveId')),
  listSilenceVersions: hidden(namedBy('silenceId')),
  restoreSilence: hidden(namedBy('silenceId', { version: 1 })),
  listWebhooks: empty(({ webhooks, total }) => webhooks.length + total, plain),
  createWebhook: own(
    of => [
      {
        body: { name: 'Own', url: `https://${of.webhookId}.invalid/`, events: ['alert.triggered'] },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [201, 409],
  ),
  getWebhook: hidden(namedBy('webhookId')),
  changeWebhook: hidden(namedBy('webhookId', { name: 'taken', enabled: false })),
  deleteWebhook: hidden(namedBy('webhookId')),
  listWebhookVersions: hidden(namedBy('webhookId')),
  restoreWebhook: hidden(namedBy('webhookId', { version: 1 })),
  testWebhook: hidden(namedBy('webhookId', {})),
  rotateWebhookSecret: hidden(namedBy('webhookId')),
  listWebhookDeliveries: hidden(namedBy('webhookId')),
  getWebhookDelivery: hidden(namedDelivery),
  retryWebhookDelivery: hidden(namedDelivery),
  replayWebhook: hidden(
    namedBy('webhookId', { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }),
  ),
  listEvents: empty(({ events }) => events.length, plain),
  sendHeartbeat: own(of => [{ body: { service_name: of.service, status: 'unhealthy' } }]),
  createHealthCheck: own(
    of => [
      {
        body: { service_name: of.service, check_name: of.checkName },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [201, 409],
  ),
  listHealthChecks: ownRead('organization_id'),
  getHealthCheck: hidden(namedBy('checkId')),
  changeHealthCheck: hidden(namedBy('checkId', { enabled: false })),
  deleteHealthCheck: hidden(namedBy('checkId')),
  listHealthCheckVersions: hidden(namedBy('checkId')),
  restoreHealthCheck: hidden(namedBy('checkId', { version: 1 })),
  listHealthCheckResults: hidden(namedBy('checkId')),
  healthCheckNotices: hidden(namedBy('checkId')),
  healthCheckUptime: hidden(namedBy('checkId')),
  listMaintenance: hidden(namedBy('checkId')),
  declareMaintenance: hidden(namedBy('checkId', { from: now(), to: later(), reason: 'taken' })),
  removeMaintenance: hidden(({ checkId, maintenanceId }) => [
    { params: { id: checkId, maintenance_id: maintenanceId } },
  ]),
  listTriageItems: empty(
    ({ items }) => items.length,
    ({ alertId }) => [{}, { query: { entity_id: alertId } }],
  ),
  getTriageItem: hidden(({ itemId, alertId }) =>
    [itemId, itemId.toUpperCase(), alertId].map(id => ({ params: { id } })),
  ),
  acknowledgeAlert: hidden(({ alertId, itemId }) =>
    [alertId, alertId.toUpperCase(), itemId].map(id => ({ params: { id }, body: {} })),
  ),
  acknowledgeTriageItem: hidden(namedItems),
  investigateTriageItem: hidden(namedItems),
  resolveTriageItem: hidden(namedItems),
  snoozeTriageItem: hidden(namedItems),
  activeBreakpoints: empty(({ breakpoints }) => breakpoints.length, service('service')),
  pollBreakpoints: empty(
    ({ breakpoints }) => breakpoints.length,
    of => [{ params: { service: of.service }, body: { events: [{ service_name: of.service }] } }],
  ),
  registerBreakpoint: own(
    of => [
      { body: { service_name: of.service, function_name: of.operation } },
      {
        body: { service_name: of.service, function_name: of.operation },
        headers: { 'Idempotency-Key': of.idempotencyKey },
      },
    ],
    [200, 201],
  ),
  streamBreakpoints: 'a stream',
  captureSnapshot: hidden(({ breakpointId: id, idempotencyKey }) => [
    { body: { breakpoint_id: id, variables: { taken: 1 } } },
    {
      body: { breakpoint_id: id.toUpperCase() },
      headers: { 'Idempotency-Key': idempotencyKey },
    },
  ]),
  checkInSnapshot: empty(
    ({ breakpoint }) => (breakpoint === null ? 0 : 1),
    of => [
      { body: { service_name: of.service, breakpoint_id: of.breakpointId } },
      { body: { service_name: of.service, function_name: `${of.operation} hidden` } },
    ],
  ),
  listSnapshots: empty(
    ({ snapshots, total }) => snapshots.length + total,
    of => [
      {},
      { query: { service: of.service } },
      { query: { breakpoint_id: of.breakpointId } },
      { query: { trace_id: of.traceId } },
    ],
  ),
  getSnapshot: hidden(namedBy('snapshotId')),
  listBreakpoints: own(of => [{}, { query: { service: of.service, as_of: now() } }]),
  createBreakpoint: own(
    of => [{ body: { service_name: of.service, function_name: of.operation, label: 'own' } }],
    [201, 409],
  ),
  getBreakpoint: hidden(namedBy('breakpointId')),
  changeBreakpoint: hidden(namedBy('breakpointId', { enabled: false })),
  enableBreakpoint: hidden(namedBy('breakpointId')),
  disableBreakpoint: hidden(namedBy('breakpointId')),
  deleteBreakpoint: hidden(namedBy('breakpointId')),
  getKillSwitch: own(plain),
  turnKillSwitch: own(() => [{ body: { enabled: true } }, { body: { enabled: false } }]),
  uploadSourceMap: own(({ debugId, release }) => [{ sourceMap: { debugId, release } }], [201, 200]),
  // What the stranger uploaded itself.
  deleteSourceMaps: own(({ debugId, release }) => [
    { query: { release } },
    { query: { debug_id: debugId } },
  ]),
  listSourceMaps: empty(
    ({ source_maps: maps, total }) => maps.length + total,
    ({ debugId, release }) => [{}, { query: { debug_id: debugId } }, { query: { release } }],
  ),
  getSourceMap: hidden(namedBy('sourceMapId')),
  listReleases: empty(
    ({ releases, total, services }) => releases.length + total + services.length,
    ofRelease,
  ),
  getRelease: hidden(namedRelease()),
  // Its own of the same version.
  changeRelease: own(namedRelease({ notes: 'own' }), [200, 404]),
  deployRelease: own(namedRelease({ environment: 'production' }), [201, 404]),
  listReleaseFigures: empty(({ releases, total }) => releases.length + total, ofRelease),
  getReleaseFigures: hidden(namedRelease()),
  recordRelease: own(
    ({ release, service: name }) => [{ body: { version: release, service_name: name } }],
    [201, 200],
  ),
  // What the stranger recorded itself.
  deleteRelease: own(({ release }) => [{ params: { version: release } }], [200, 404]),
  getReplaySettings: own(plain),
  changeReplaySettings: own(() => [{ body: { sample_percent: 100 } }]),
  uploadReplayChunk: own(({ replaySession: id, organization }) => [
    { params: { session_id: id }, query: { segment_id: '0' }, events: recordedEvents() },
    {
      params: { session_id: id.toUpperCase() },
      query: { segment_id: '0', replay_url: organization },
      events: recordedEvents(1_000),
    },
  ]),
  listReplays: empty(
    ({ replays, total }) => replays.length + total,
    ({ replayUser, service: name }) => [
      {},
      { query: { user_id: replayUser } },
      { query: { page: 'http' } },
      { query: { service: name } },
      { query: { has_errors: 'false' } },
      { query: { error: 'e' } },
      { query: { user_attribute: 'user.id', user_value: replayUser } },
      { query: { min_rage_clicks: '1' } },
      { query: { min_dead_clicks: '1' } },
    ],
  ),
  getReplay: hidden(namedReplay),
  // What the stranger recorded itself.
  deleteReplay: own(namedReplay, [200, 404]),
  deleteReplays: own(({ replayUser }) => [{ query: { user_id: replayUser } }]),
  replayEvents: hidden(of => [
    ...namedReplay(of),
    { params: { session_id: of.replaySession }, query: { cursor: of.replaySegment } },
  ]),
  adminKeys: operators(),
  adminRevokeKey: operators(({ keyId: id }) => [{ params: { id } }]),
  adminPlan: operators(({ organization: id }) => [{ params: { id } }]),
  adminSetPlan: operators(({ organization: id }) => [
    { params: { id }, body: { plan_id: 'free' } },
  ]),
  adminStatus: operators(),
  adminDead: operators(),
  adminDeadShow: operators(() => [{ params: { id: 'spans/0/0' } }]),
  adminRedrive: operators(() => [{ body: { all: true } }]),
  adminReplay: operators(() => [{ params: { projection: 'organizations' }, body: {} }]),
  adminHistory: operators(({ organization, keyId }) =>
    [`organization-${organization}`, `api-key-${keyId}`].map(stream => ({ params: { stream } })),
  ),
  adminSql: operators(() => [{ body: { sql: 'SELECT * FROM spans' } }]),
  adminBackUp: operators(() => [{ body: { folder: '/tmp/tidemark-backups' } }]),
  adminVerify: operators(() => [{ body: {} }]),
  adminJobs: operators(),
  adminEraseOrganization: operators(({ organization: id }) => [{ params: { id } }]),
  adminErasure: operators(({ organization: id }) => [{ params: { id } }]),
  adminJob: operators(() => [{ params: { id: 'unknown' } }]),
  adminRebuild: operators(() => [{ params: { projection: 'api-keys' }, body: {} }]),
  adminCancelJob: operators(() => [{ params: { id: 'unknown' } }]),
  livez: keyless(),
  readyz: keyless([200, 503]),
  healthz: keyless([200, 503]),
  metrics: keyless(),
  openapi: keyless(),
  docs: keyless(),
};
