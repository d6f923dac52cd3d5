import type { RouteName } from '../../../schemas/http/routes.ts';
import type { ReadName } from './reads.ts';

/** A change, by POST where it names no method, and the reads that show something else after it. */
type Act = {
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly changes: readonly ReadName[];
};

const ofTriage = ['getTriageItem', 'listTriageItems', 'getAlert'] as const;

const ofErrors = ['getError', 'listErrors', 'listTriageItems'] as const;

const ofRules = [
  'listAlertRules',
  'getAlertRule',
  'audit',
  'listAlerts',
  'activeAlerts',
  'alertRuleEvaluations',
] as const;

const ofWebhooks = ['listWebhooks', 'getWebhook'] as const;

const ofDeliveries = [...ofWebhooks, 'listWebhookDeliveries', 'getWebhookDelivery'] as const;

const ofChecks = [
  'listHealthChecks',
  'getHealthCheck',
  'listHealthCheckResults',
  'healthCheckUptime',
] as const;

const ofMaintenance = [...ofChecks, 'listMaintenance'] as const;
const ofBreakpoints = ['listBreakpoints'] as const;

/** Every change that a page makes. A test compares them with the table of routes. */
export const acts = {
  acknowledgeTriageItem: { path: '/v1/triage-inbox/:id/acknowledge', changes: ofTriage },
  investigateTriageItem: { path: '/v1/triage-inbox/:id/investigate', changes: ofTriage },
  resolveTriageItem: { path: '/v1/triage-inbox/:id/resolve', changes: ofTriage },
  snoozeTriageItem: { path: '/v1/triage-inbox/:id/snooze', changes: ofTriage },
  createAlertRule: { path: '/v1/alert-rules', changes: ofRules },
  changeAlertRule: { method: 'PUT', path: '/v1/alert-rules/:id', changes: ofRules },
  deleteAlertRule: { method: 'DELETE', path: '/v1/alert-rules/:id', changes: ofRules },
  toggleAlertRule: { path: '/v1/alert-rules/:id/toggle', changes: ofRules },
  acknowledgeAnomaly: {
    path: '/v1/anomalies/:id/acknowledge',
    changes: ['getAnomaly', 'listAnomalies'],
  },
  createSilence: { path: '/v1/silences', changes: ['listSilences'] },
  changeSilence: { method: 'PATCH', path: '/v1/silences/:id', changes: ['listSilences'] },
  endSilence: { method: 'DELETE', path: '/v1/silences/:id', changes: ['listSilences'] },
  createChannel: { path: '/v1/channels', changes: ['listChannels'] },
  changeChannel: { method: 'PATCH', path: '/v1/channels/:id', changes: ['listChannels'] },
  deleteChannel: { method: 'DELETE', path: '/v1/channels/:id', changes: ['listChannels'] },
  testChannel: { path: '/v1/channels/:id/test', changes: [] },
  createWebhook: { path: '/v1/webhooks', changes: ofWebhooks },
  changeWebhook: { method: 'PUT', path: '/v1/webhooks/:id', changes: ofWebhooks },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/:id', changes: ['listWebhooks'] },
  testWebhook: { path: '/v1/webhooks/:id/test', changes: ofDeliveries },
  rotateWebhookSecret: { path: '/v1/webhooks/:id/rotate-secret', changes: ofWebhooks },
  replayWebhook: { path: '/v1/webhooks/:id/replay', changes: ofDeliveries },
  retryWebhookDelivery: {
    path: '/v1/webhooks/:id/deliveries/:delivery_id/retry',
    changes: ofDeliveries,
  },
  createHealthCheck: { path: '/api/health-checks', changes: ofChecks },
  changeHealthCheck: { method: 'PUT', path: '/api/health-checks/:id', changes: ofChecks },
  deleteHealthCheck: {
    method: 'DELETE',
    path: '/api/health-checks/:id',
    changes: ['listHealthChecks'],
  },
  declareMaintenance: { path: '/api/health-checks/:id/maintenance', changes: ofMaintenance },
  removeMaintenance: {
    method: 'DELETE',
    path: '/api/health-checks/:id/maintenance/:maintenance_id',
    changes: ofMaintenance,
  },
  resolveError: { path: '/v1/errors/:id/resolve', changes: ofErrors },
  ignoreError: { path: '/v1/errors/:id/ignore', changes: ofErrors },
  reopenError: { path: '/v1/errors/:id/reopen', changes: ofErrors },
  createApiKey: { path: '/v1/api-keys', changes: ['listApiKeys'] },
  rotateApiKey: { path: '/v1/api-keys/:id/rotate', changes: ['listApiKeys'] },
  revokeApiKey: { method: 'DELETE', path: '/v1/api-keys/:id', changes: ['listApiKeys'] },
  uploadSourceMap: { path: '/api/sourcemaps', changes: ['listSourceMaps'] },
  deleteSourceMaps: { method: 'DELETE', path: '/api/sourcemaps', changes: ['listSourceMaps'] },
  renameOrganization: {
    method: 'PATCH',
    path: '/v1/organization',
    changes: ['organization', 'me'],
  },
  createCheckoutSession: { path: '/v1/billing/create-checkout-session', changes: [] },
  deleteConversation: {
    method: 'DELETE',
    path: '/v1/copilot/conversations/:id',
    changes: ['listConversations'],
  },
  createBreakpoint: { path: '/v1/breakpoints', changes: ofBreakpoints },
  changeBreakpoint: { method: 'PUT', path: '/v1/breakpoints/:id', changes: ofBreakpoints },
  enableBreakpoint: { path: '/v1/breakpoints/:id/enable', changes: ofBreakpoints },
  disableBreakpoint: { path: '/v1/breakpoints/:id/disable', changes: ofBreakpoints },
  deleteBreakpoint: { method: 'DELETE', path: '/v1/breakpoints/:id', changes: ofBreakpoints },
  turnKillSwitch: { method: 'PUT', path: '/v1/snapshots/kill-switch', changes: ['getKillSwitch'] },
} as const satisfies Partial<Record<RouteName, Act>>;

export type ActName = keyof typeof acts;

export const methodOf = (name: ActName): 'POST' | 'PUT' | 'PATCH' | 'DELETE' =>
  (acts[name] as Act).method ?? 'POST';
