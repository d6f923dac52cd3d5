import type { Belongings } from '../security/tenants/belongings.ts';

export type Belonging = keyof Belongings;

/** Which belongings of each organization a parameter may name. The rest of its values is drawn from its schema. */
export type Bindings = Readonly<Record<string, readonly Belonging[]>>;

/** Half of the ids in a path are drawn so: what happens with one that is not there is known soon. */
export const probabilityOfPaths = 0.6;
/** A filter that names a thing leaves little of the others to see. */
export const probabilityOfOthers = 0.25;

/** What `{id}` is, by how a path begins. */
export const ids: Readonly<Record<string, readonly Belonging[]>> = {
  '/api/health-checks/': ['checkId'],
  '/api/sourcemaps/': ['sourceMapId'],
  '/v1/alert-rules/': ['ruleId'],
  '/v1/alerts/': ['alertId'],
  '/v1/anomalies/': ['anomalyId'],
  '/v1/api-keys/': ['keyId', 'revokedKeyId'],
  '/v1/breakpoints/': ['breakpointId'],
  '/v1/channels/': ['channelId'],
  '/v1/copilot/conversations/': ['conversationId'],
  '/v1/errors/': ['errorId'],
  '/v1/silences/': ['silenceId'],
  '/v1/slos/': ['objectiveId'],
  '/v1/snapshots/': ['snapshotId'],
  '/v1/traces/': ['traceId'],
  '/v1/triage-inbox/': ['itemId'],
  '/v1/webhooks/': ['webhookId'],
};

export const ofPaths: Bindings = {
  version: ['release'],
  name: ['service'],
  service: ['service'],
  service_name: ['service'],
  session_id: ['replaySession'],
  span_id: ['spanId'],
  maintenance_id: ['maintenanceId'],
  delivery_id: ['deliveryId'],
  session: ['checkoutId'],
  token: ['channelId', 'organization'],
};

export const ofQueries: Bindings = {
  service: ['service'],
  operation: ['operation'],
  metric: ['metric'],
  group_by: ['attribute'],
  rule: ['ruleId'],
  id: ['traceId'],
  trace_id: ['traceId'],
  entity_id: ['alertId', 'anomalyId'],
  breakpoint_id: ['breakpointId'],
  debug_id: ['debugId'],
  release: ['release'],
  user_id: ['replayUser'],
  cursor: ['eventId', 'replaySegment'],
};

export const ofBodies: Bindings = {
  service: ['service'],
  service_name: ['service'],
  scope_value: ['service'],
  function_name: ['operation'],
  rule_id: ['ruleId'],
  'rule.id': ['ruleId'],
  'selection.service': ['service'],
  breakpoint_id: ['breakpointId'],
  trace_id: ['traceId'],
  a: ['traceId'],
  b: ['traceId'],
  session_id: ['session'],
  organization_id: ['organization'],
};
