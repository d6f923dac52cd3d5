import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import { channels } from '../../../projections/channels/channels.ts';
import type { IngestShared } from '../shared.ts';
import { changeAlertRule, deleteAlertRule, toggleAlertRule } from './change-rule.ts';
import { createAlertRule } from './create-rule.ts';

export const alerts = {
  projections: [alertRules, alertState, channels],
  handlers: (shared: IngestShared) => ({
    createAlertRule: createAlertRule(shared),
    changeAlertRule: changeAlertRule(shared),
    toggleAlertRule: toggleAlertRule(shared),
    deleteAlertRule: deleteAlertRule(shared),
  }),
};
