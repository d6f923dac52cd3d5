import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { alertResolutions } from '../../../projections/alerts/alert-resolutions.ts';
import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { activeAlerts, alertSummary } from './active.ts';
import { getAlert, listAlerts } from './alerts.ts';
import { alertDashboard } from './dashboard.ts';
import { alertRuleHistory, getAlertRule, listAlertRules } from './rules.ts';

export const alerts = {
  projections: [alertHistory, alertResolutions, alertRules, alertState],
  handlers: (shared: QueryShared) => ({
    listAlertRules: listAlertRules(shared),
    getAlertRule: getAlertRule(shared),
    alertRuleHistory: alertRuleHistory(shared),
    listAlerts: listAlerts(shared),
    getAlert: getAlert(shared),
    activeAlerts: activeAlerts(shared),
    alertSummary: alertSummary(shared),
    alertDashboard: withWatermark(shared.watermarks.spans, alertDashboard(shared)),
  }),
};
