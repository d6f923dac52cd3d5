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
  'listAlertRuleVersions',
  'audit',
  'listAlerts',
  'activeAlerts',
  'alertRuleEvaluations',
] as const;

const ofWebhooks = ['listWebhooks', 'getWebhook', 'listWebhookVersions'] as const;

/** An alert says which silence holds it by now. */
const ofSilences = ['listSilences', 'listSilenceVersions', 'getAlert'] as const;

const ofChannels = ['listChannels', 'listChannelVersions'] as const;

const ofKeys = ['listApiKeys', 'listApiKeyVersions'] as const;

const ofDeliveries = [...ofWebhooks, 'listWebhookDeliveries', 'getWebhookDelivery'] as const;

const ofChecks = [
  'listHealthChecks',
  'getHealthCheck',
  'listHealthCheckVersions',
  'listHealthCheckResults',
  'healthCheckUptime',
] as const;

const ofObjectives = ['listObjectives', 'getObjective', 'objectiveHistory'] as const;

const ofReleases = ['listReleaseFigures', 'getReleaseFigures'] as const;

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
  restoreAlertRule: { path: '/v1/alert-rules/:id/restore', changes: ofRules },
  toggleAlertRule: { path: '/v1/alert-rules/:id/toggle', changes: ofRules },
  acknowledgeAnomaly: {
    path: '/v1/anomalies/:id/acknowledge',
    changes: ['getAnomaly', 'listAnomalies'],
  },
  createSilence: { path: '/v1/silences', changes: ofSilences },
  changeSilence: { method: 'PATCH', path: '/v1/silences/:id', changes: ofSilences },
  endSilence: { method: 'DELETE', path: '/v1/silences/:id', changes: ofSilences },
  restoreSilence: { path: '/v1/silences/:id/restore', changes: ofSilences },
  createObjective: { path: '/v1/slos', changes: ofObjectives },
  alertOnObjective: { path: '/v1/slos/:id/alerts', changes: ofRules },
  changeObjective: { method: 'PATCH', path: '/v1/slos/:id', changes: ofObjectives },
  deleteObjective: { method: 'DELETE', path: '/v1/slos/:id', changes: ['listObjectives'] },
  createChannel: { path: '/v1/channels', changes: ['listChannels'] },
  changeChannel: { method: 'PATCH', path: '/v1/channels/:id', changes: ofChannels },
  restoreChannel: { path: '/v1/channels/:id/restore', changes: ofChannels },
  deleteChannel: { method: 'DELETE', path: '/v1/channels/:id', changes: ['listChannels'] },
  testChannel: { path: '/v1/channels/:id/test', changes: [] },
  createWebhook: { path: '/v1/webhooks', changes: ofWebhooks },
  changeWebhook: { method: 'PUT', path: '/v1/webhooks/:id', changes: ofWebhooks },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/:id', changes: ['listWebhooks'] },
  restoreWebhook: { path: '/v1/webhooks/:id/restore', changes: ofWebhooks },
  testWebhook: { path: '/v1/webhooks/:id/test', changes: ofDeliveries },
  rotateWebhookSecret: { path: '/v1/webhooks/:id/rotate-secret', changes: ofWebhooks },
  replayWebhook: { path: '/v1/webhooks/:id/replay', changes: ofDeliveries },
  retryWebhookDelivery: {
    path: '/v1/webhooks/:id/deliveries/:delivery_id/retry',
    changes: ofDeliveries,
  },
  createHealthCheck: { path: '/api/health-checks', changes: ofChecks },
  changeHealthCheck: { method: 'PUT', path: '/api/health-checks/:id', changes: ofChecks },
  restoreHealthCheck: { path: '/api/health-checks/:id/restore', changes: ofChecks },
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
  restoreApiKey: { path: '/v1/api-keys/:id/restore', changes: ofKeys },
  rotateApiKey: { path: '/v1/api-keys/:id/rotate', changes: ['listApiKeys'] },
  revokeApiKey: { method: 'DELETE', path: '/v1/api-keys/:id', changes: ['listApiKeys'] },
  allowGrant: { path: '/v1/me/grants', changes: ['listGrants'] },
  revokeGrant: { method: 'DELETE', path: '/v1/me/grants/:id', changes: ['listGrants'] },
  recordRelease: { path: '/api/releases', changes: ofReleases },
  deployRelease: {
    path: '/api/releases/*version/deploys',
    changes: [...ofReleases, 'listDeployments'],
  },
  changeRelease: { method: 'PATCH', path: '/api/releases/*version', changes: ofReleases },
  deleteRelease: {
    method: 'DELETE',
    path: '/api/releases/*version',
    changes: ['listReleaseFigures', 'listDeployments'],
  },
  deleteReplay: {
    method: 'DELETE',
    path: '/api/replays/:session_id',
    changes: ['listReplays'],
  },
  deleteReplays: { method: 'DELETE', path: '/api/replays', changes: ['listReplays'] },
  uploadSourceMap: { path: '/api/sourcemaps', changes: ['listSourceMaps'] },
  deleteSourceMaps: { method: 'DELETE', path: '/api/sourcemaps', changes: ['listSourceMaps'] },
  inviteMember: { path: '/v1/members', changes: ['listMembers'] },
  changeMember: { method: 'PATCH', path: '/v1/members/:id', changes: ['listMembers', 'me'] },
  removeMember: { method: 'DELETE', path: '/v1/members/:id', changes: ['listMembers'] },
  leaveOrganization: { method: 'DELETE', path: '/v1/me/membership', changes: ['me'] },
  renameOrganization: {
    method: 'PATCH',
    path: '/v1/organization',
    changes: ['organization', 'me'],
  },
  changeSubscription: {
    method: 'PATCH',
    path: '/v1/billing/subscription',
    changes: ['subscription', 'me'],
  },
  changeReplaySettings: {
    method: 'PATCH',
    path: '/v1/replay-settings',
    changes: ['getReplaySettings'],
  },
  changePlan: { path: '/v1/billing/change-plan', changes: ['subscription', 'invoices', 'me'] },
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
