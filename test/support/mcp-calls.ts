import type { Belongings } from '../security/tenants/belongings.ts';

const dayMs = 86_400_000;
const instant = (beforeMs: number): string => new Date(Date.now() - beforeMs).toISOString();

/** For each tool that reads, arguments that name things of an organization. */
export const readCalls = (of: Belongings): Readonly<Record<string, object>> => ({
  start_investigation: {},
  list_services: {},
  get_service_metrics: { service: of.service },
  get_service_map: {},
  list_deployments: {},
  list_releases: {},
  search_traces: {},
  get_trace_detail: { trace_id: of.traceId },
  get_critical_path: { trace_id: of.traceId },
  diff_traces: { a: of.traceId, b: of.traceId },
  list_attributes: {},
  compare_spans: {
    selection: { service: of.service, from: instant(dayMs / 24), to: instant(0), status: 'error' },
  },
  list_errors: {},
  get_error: { error_id: of.errorId },
  get_active_alerts: {},
  list_alerts: {},
  get_alert: { alert_id: of.alertId },
  get_alert_causes: { alert_id: of.alertId },
  prove_alert: { alert_id: of.alertId },
  search_anomalies: {},
  get_anomaly_causes: { anomaly_id: of.anomalyId },
  get_rca: { trace_id: of.traceId },
  list_triage_items: {},
  list_silences: {},
  list_silence_versions: { silence_id: of.silenceId },
  list_alert_rules: {},
  list_alert_rule_versions: { rule_id: of.ruleId },
  list_rule_evaluations: { rule_id: of.ruleId },
  backtest_rule: { rule: { id: of.ruleId }, from: instant(dayMs / 24) },
  list_objectives: {},
  get_objective: { objective_id: of.objectiveId },
  list_health_checks: {},
  list_health_check_results: { check_id: of.checkId },
  list_webhooks: {},
  list_webhook_deliveries: { webhook_id: of.webhookId },
  search_llm_calls: {},
  get_llm_stats: {},
  list_breakpoints: {},
  search_snapshots: {},
  get_snapshot: { snapshot_id: of.snapshotId },
  list_replays: {},
  get_replay: { session_id: of.replaySession },
  get_subscription: {},
  get_usage: {},
});

/** For each tool that changes a thing, arguments that name one of an organization. */
export const actCalls = (of: Belongings): Readonly<Record<string, object>> => ({
  acknowledge_alert: { alert_id: of.alertId },
  acknowledge_triage_item: { item_id: of.itemId },
  investigate_triage_item: { item_id: of.itemId },
  resolve_triage_item: { item_id: of.itemId },
  snooze_triage_item: { item_id: of.itemId },
  end_silence: { silence_id: of.silenceId },
  restore_silence: { silence_id: of.silenceId, version: 1 },
  change_alert_rule: { rule_id: of.ruleId, threshold: 7 },
  toggle_alert_rule: { rule_id: of.ruleId, enabled: false },
  delete_alert_rule: { rule_id: of.ruleId },
  restore_alert_rule: { rule_id: of.ruleId, version: 1 },
});
