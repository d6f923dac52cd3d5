import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import { channels } from '../../../projections/channels/channels.ts';
import { objectives } from '../../../projections/slos/objectives.ts';
import type { StateShared } from '../shared.ts';
import {
  changeAlertRule,
  deleteAlertRule,
  restoreAlertRule,
  toggleAlertRule,
} from './change-rule.ts';
import { createAlertRule } from './create-rule.ts';

export const alerts = {
  projections: [alertRules, alertState, channels, objectives],
  handlers: (shared: StateShared) => ({
    createAlertRule: createAlertRule(shared),
    changeAlertRule: changeAlertRule(shared),
    toggleAlertRule: toggleAlertRule(shared),
    deleteAlertRule: deleteAlertRule(shared),
    restoreAlertRule: restoreAlertRule(shared),
  }),
};
