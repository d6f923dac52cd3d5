import { actCalls, readCalls } from '../../support/mcp-calls.ts';
import type { Belongings } from './belongings.ts';

/** What a stranger asks a tool for. */
export type ToolCall = readonly [tool: string, given: object];

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

const threshold = (name: string) =>
  ({ name, metric: 'error_rate', operator: '>', threshold: 5 }) as const;

/** Beside the ids that a tool needs: the names of another organization in every argument that takes one. */
const furtherCalls = (of: Belongings): readonly ToolCall[] => [
  ['get_service_map', { service: of.service }],
  ['list_deployments', { service: of.service }],
  ['search_traces', { service: of.service }],
  ['search_traces', { operation: of.operation }],
  ['search_traces', { attributes: { 'service.name': of.service } }],
  ['list_attributes', { service: of.service }],
  ['list_attributes', { key: of.attribute }],
  ['list_attributes', { prefix: of.attribute }],
  ['compare_spans', { selection: spansOf(of), baseline: spansOf(of) }],
  ['list_errors', { service: of.service }],
  ['list_objectives', { service: of.service }],
  ['list_releases', { service: of.service, environment: of.service }],
  ['list_alerts', { service: of.service }],
  ['list_alerts', { rule_id: of.ruleId }],
  ['search_anomalies', { service: of.service }],
  ['get_rca', { service: of.service }],
  ['list_triage_items', { service: of.service }],
  ['list_triage_items', { entity_id: of.alertId }],
  ['backtest_rule', { compare: [{ id: of.ruleId }, { id: of.ruleId }], from: hourAgo() }],
  ['search_llm_calls', { service: of.service, model: of.modelConversation, provider: of.service }],
  ['get_llm_stats', { service: of.service, model: of.modelConversation, provider: of.service }],
  ['list_breakpoints', { service: of.service }],
  ['search_snapshots', { service: of.service }],
  ['search_snapshots', { breakpoint_id: of.breakpointId, trace_id: of.traceId }],
  ['list_replays', { service: of.service }],
  ['list_replays', { user_id: of.replayUser, page: of.replaySession }],
  ['create_silence', { rule_id: of.ruleId, until: later(), reason: 'taken' }],
  ['create_silence', { service: of.service, until: later(), reason: 'own' }],
  ['create_alert_rule', { ...threshold('own'), channel_ids: [of.channelId] }],
  [
    'create_alert_rule',
    {
      ...threshold(of.ruleName),
      scope_type: 'service',
      scope_value: of.service,
      idempotency_key: of.idempotencyKey,
    },
  ],
  ['change_alert_rule', { rule_id: of.ruleId, channel_ids: [of.channelId] }],
  ['change_alert_rule', { rule_id: of.ruleId, name: of.ruleName, scope_value: of.service }],
  ['change_replay_settings', { sample_percent: 100 }],
  ['invite_member', { email: of.email, role: 'viewer' }],
];

/** Every call of every tool, those that change nothing first. */
export const toolCalls = (of: Belongings): readonly ToolCall[] => [
  ...Object.entries(readCalls(of)),
  ...Object.entries(actCalls(of)),
  ...furtherCalls(of),
];

/** The same for resources. */
export const resourceUris = (of: Belongings): readonly string[] => [
  'tidemark://services',
  `tidemark://traces/${of.traceId}`,
  `tidemark://alerts/${of.alertId}`,
];

/** Arguments that name nothing of an organization. */
export const plainArguments: ReadonlySet<string> = new Set([
  'acknowledged',
  'aggregation',
  'alert_type',
  'as_of',
  'at',
  'conditions',
  'cooldown',
  'cursor',
  'description',
  'duration',
  'enabled',
  'end',
  'filter',
  'for_minutes',
  'from',
  'has_error',
  'has_errors',
  'idempotency_key',
  'investigation',
  'limit',
  'mask_attributes',
  'mask_inputs',
  'mask_patterns',
  'mask_selectors',
  'mask_text',
  'mask_user_id',
  'match',
  'max_duration_ms',
  'metric',
  'min_duration_ms',
  'min_samples',
  'months',
  'no_data',
  'note',
  'offset',
  'operator',
  'recovery_threshold',
  'recurrence',
  'removed',
  'retention_days',
  'role',
  'sample_percent',
  'scope_type',
  'severity',
  'sort',
  'sort_by',
  'sort_order',
  'status',
  'thresholds',
  'time_window',
  'to',
  'type',
  'window',
  'version',
]);

const hourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

const spansOf = ({ service, operation, attribute }: Belongings) => ({
  service,
  operation,
  from: hourAgo(),
  to: new Date().toISOString(),
  attributes: [{ key: attribute, values: [service] }],
});
