import type { RouteName } from '../../../schemas/http/routes.ts';
import { unfitNames } from '../unfit-names.ts';

/**
 * How a read knows the past. `known`: telemetry, as it was known at an instant; `state`: what was decided by
 * then; `timeless`: it has no `as_of`, because it shows what never changes or only what is true now.
 */
type Past = 'known' | 'state' | 'timeless';

type Read = { readonly path: string; readonly past: Past };

/** Every read that a page makes. A test compares them with the table of routes. */
export const reads = {
  me: { path: '/v1/me', past: 'timeless' },
  alertDashboard: { path: '/v1/alerts/dashboard', past: 'state' },
  activeAlerts: { path: '/v1/alerts/active', past: 'state' },
  listAlerts: { path: '/v1/alerts', past: 'state' },
  getAlert: { path: '/v1/alerts/:id', past: 'state' },
  alertCauses: { path: '/v1/alerts/:id/causes', past: 'state' },
  alertNotices: { path: '/v1/alerts/:id/notices', past: 'state' },
  // The alert itself is read as of the instant, and what it was recomputed from lies before that.
  proveAlert: { path: '/v1/alerts/:id/proof', past: 'timeless' },
  listAlertRules: { path: '/v1/alert-rules', past: 'state' },
  getAlertRule: { path: '/v1/alert-rules/:id', past: 'state' },
  listAlertRuleVersions: { path: '/v1/alert-rules/:id/versions', past: 'state' },
  alertRuleEvaluations: { path: '/v1/alert-rules/:id/evaluations', past: 'timeless' },
  getTriageItem: { path: '/v1/triage-inbox/:id', past: 'state' },
  listChannelVersions: { path: '/v1/channels/:id/versions', past: 'state' },
  listChannels: { path: '/v1/channels', past: 'state' },
  // Who changed what: nothing of it ever changes, and what came after an instant is left out by `to`.
  audit: { path: '/v1/audit', past: 'timeless' },
  listSilenceVersions: { path: '/v1/silences/:id/versions', past: 'state' },
  listSilences: { path: '/v1/silences', past: 'state' },
  listObjectives: { path: '/v1/slos', past: 'state' },
  getObjective: { path: '/v1/slos/:id', past: 'state' },
  objectiveHistory: { path: '/v1/slos/:id/history', past: 'state' },
  listTriageItems: { path: '/v1/triage-inbox', past: 'state' },
  listAnomalies: { path: '/v1/anomalies', past: 'state' },
  getAnomaly: { path: '/v1/anomalies/:id', past: 'state' },
  anomalyCauses: { path: '/v1/anomalies/:id/causes', past: 'state' },
  serviceAnomalyScores: { path: '/v1/services/*name/anomaly-scores', past: 'known' },
  listServices: { path: '/v1/services', past: 'known' },
  listDeployments: { path: '/v1/deployments', past: 'known' },
  serviceDetail: { path: '/v1/services/*name/detail', past: 'known' },
  listErrors: { path: '/v1/errors', past: 'known' },
  getError: { path: '/v1/errors/:id', past: 'known' },
  serviceErrors: { path: '/v1/services/*name/errors', past: 'known' },
  serviceTimeseries: { path: '/v1/services/*name/timeseries', past: 'known' },
  serviceHeatmap: { path: '/v1/services/*name/heatmap', past: 'known' },
  rootCauses: { path: '/v1/root-causes', past: 'known' },
  listTraces: { path: '/v1/traces', past: 'known' },
  traceHistogram: { path: '/v1/traces/histogram', past: 'known' },
  getTraceOutline: { path: '/v1/traces/:id/outline', past: 'known' },
  getTraceSpan: { path: '/v1/traces/:id/spans/:span_id', past: 'known' },
  getCriticalPath: { path: '/v1/traces/:id/critical-path', past: 'known' },
  listAttributes: { path: '/v1/attributes', past: 'known' },
  listMetrics: { path: '/v1/metrics', past: 'known' },
  queryMetric: { path: '/v1/metrics/query', past: 'known' },
  serviceMap: { path: '/v1/service-map', past: 'known' },
  listLlmCalls: { path: '/v1/llm-calls', past: 'known' },
  llmStats: { path: '/v1/llm-calls/stats', past: 'known' },
  listLlmConversations: { path: '/v1/llm-calls/conversations', past: 'known' },
  getLlmConversation: { path: '/v1/llm-calls/conversations/:id', past: 'known' },
  // Of what was sent, a page shows what had been tried by the instant.
  listWebhookDeliveries: { path: '/v1/webhooks/:id/deliveries', past: 'timeless' },
  getWebhookDelivery: { path: '/v1/webhooks/:id/deliveries/:delivery_id', past: 'timeless' },
  listWebhooks: { path: '/v1/webhooks', past: 'state' },
  listWebhookVersions: { path: '/v1/webhooks/:id/versions', past: 'state' },
  getWebhook: { path: '/v1/webhooks/:id', past: 'state' },
  listHealthChecks: { path: '/api/health-checks', past: 'state' },
  listHealthCheckVersions: { path: '/api/health-checks/:id/versions', past: 'state' },
  getHealthCheck: { path: '/api/health-checks/:id', past: 'state' },
  healthCheckNotices: { path: '/api/health-checks/:id/notices', past: 'state' },
  listMaintenance: { path: '/api/health-checks/:id/maintenance', past: 'state' },
  // Results end at the instant, and the uptime takes it as `known_at`.
  listHealthCheckResults: { path: '/api/health-checks/:id/results', past: 'timeless' },
  healthCheckUptime: { path: '/api/health-checks/:id/uptime', past: 'timeless' },
  listApiKeyVersions: { path: '/v1/api-keys/:id/versions', past: 'state' },
  listApiKeys: { path: '/v1/api-keys', past: 'state' },
  // What a client asks a person now.
  getAuthorization: { path: '/v1/me/authorization', past: 'timeless' },
  listMembers: { path: '/v1/members', past: 'state' },
  listGrants: { path: '/v1/me/grants', past: 'state' },
  listReleaseFigures: { path: '/v1/releases', past: 'state' },
  getReleaseFigures: { path: '/v1/releases/*version', past: 'state' },
  listSourceMaps: { path: '/api/sourcemaps', past: 'state' },
  organization: { path: '/v1/organization', past: 'state' },
  subscription: { path: '/v1/billing/subscription', past: 'known' },
  invoices: { path: '/v1/billing/invoices', past: 'timeless' },
  billingUsage: { path: '/v1/billing/usage', past: 'timeless' },
  plans: { path: '/v1/billing/plans', past: 'timeless' },
  listConversations: { path: '/v1/copilot/conversations', past: 'state' },
  getConversation: { path: '/v1/copilot/conversations/:id', past: 'state' },
  listReplays: { path: '/api/replays', past: 'timeless' },
  getReplay: { path: '/api/replays/:session_id', past: 'timeless' },
  replayEvents: { path: '/api/replays/:session_id/events', past: 'timeless' },
  getReplaySettings: { path: '/v1/replay-settings', past: 'state' },
  listBreakpoints: { path: '/v1/breakpoints', past: 'state' },
  getKillSwitch: { path: '/v1/snapshots/kill-switch', past: 'state' },
  listSnapshots: { path: '/v1/snapshots', past: 'state' },
  // What was captured never changes.
  getSnapshot: { path: '/v1/snapshots/:id', past: 'timeless' },
  recentIngest: { path: '/v1/ingest/recent', past: 'timeless' },
} as const satisfies Partial<Record<RouteName, Read>>;

export type ReadName = keyof typeof reads;

type Params = Readonly<Record<string, string>>;

/** Where a read is: `*name` in its path stands for any text; one that no path can hold is in the query. */
export function placeOf(name: ReadName, params: Params = {}): { path: string; query: Params } {
  const { path } = reads[name];
  const { name: text = '', ...rest } = params;
  return path.includes('*name') && unfitNames.has(text)
    ? { path: filledPath(path, { ...rest, name: '-' }), query: { name: text } }
    : { path: filledPath(path, params), query: {} };
}

/** A path of a route with its parameters put in. */
export function filledPath(path: string, params: Params = {}): string {
  return path.replace(/[:*](\w+)/gu, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}
