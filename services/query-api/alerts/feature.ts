import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { alertResolutions } from '../../../projections/alerts/alert-resolutions.ts';
import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import { ruleVersions } from '../../../projections/alerts/rule-versions.ts';
import { anomalies } from '../../../projections/anomalies/anomalies.ts';
import { anomalyClock } from '../../../projections/anomalies/anomaly-clock.ts';
import { anomalyEvents } from '../../../projections/anomalies/anomaly-events.ts';
import { auditByKind } from '../../../projections/audit/audit-kinds.ts';
import { channels } from '../../../projections/channels/channels.ts';
import { silences } from '../../../projections/silences/silences.ts';
import { objectives } from '../../../projections/slos/objectives.ts';
import { triageInbox } from '../../../projections/triage/triage-inbox.ts';
import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { activeAlerts } from './active.ts';
import { getAlert, listAlerts } from './alerts.ts';
import { backtestAlertRules } from './backtest/backtest.ts';
import { backtestLimits } from './backtest/config.ts';
import { openReplaySlots } from './backtest/slots.ts';
import { alertDashboard } from './dashboard.ts';
import { alertRuleEvaluations } from './evaluations.ts';
import { proveAlert } from './proof/proof.ts';
import { alertRuleHistory, getAlertRule, listAlertRules } from './rules.ts';
import { openStaleSince } from './stale-since.ts';
import { alertSummary } from './summary.ts';

export const alerts = {
  projections: [
    alertHistory,
    alertResolutions,
    alertRules,
    alertState,
    anomalies,
    anomalyClock,
    auditByKind,
    channels,
    objectives,
    ruleVersions,
    silences,
    triageInbox,
  ],
  handlers: (shared: QueryShared) => {
    const reads = { ...shared, staleSince: openStaleSince(shared) };
    const backtests = openReplaySlots('backtests', backtestLimits.backtests);
    const proofs = openReplaySlots('proofs', backtestLimits.proofs);
    const replays = { ...shared, anomalies: anomalyEvents(shared.projections) };
    return {
      listAlertRules: listAlertRules(reads),
      getAlertRule: getAlertRule(reads),
      alertRuleHistory: alertRuleHistory(reads),
      alertRuleEvaluations: alertRuleEvaluations(reads),
      backtestAlertRules: backtestAlertRules({ ...replays, slots: backtests }),
      proveAlert: proveAlert({ ...replays, slots: proofs }),
      listAlerts: listAlerts(reads),
      getAlert: getAlert(reads),
      activeAlerts: activeAlerts(reads),
      alertSummary: alertSummary(reads),
      alertDashboard: withWatermark(shared.watermarks.spans, alertDashboard(reads)),
    };
  },
};
