import { alerts } from './alert.ts';
import { alertRules } from './alert-rule.ts';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  restoreAlertRule,
  toggleAlertRule,
} from './change-rules.ts';
import { adoptAlertRule, amendAlertEvidence, raiseAlert, resolveAlert } from './evaluate.ts';
import { ruleAndAlertStreams as streams } from './streams.ts';

export const alertsFeature = {
  aggregates: [alertRules, alerts],
  deciders: {
    CreateAlertRule: { streams, decide: createAlertRule },
    ChangeAlertRule: { streams, decide: changeAlertRule },
    ToggleAlertRule: { streams, decide: toggleAlertRule },
    DeleteAlertRule: { streams, decide: deleteAlertRule },
    RestoreAlertRule: { streams, decide: restoreAlertRule },
    AdoptAlertRule: { streams, decide: adoptAlertRule },
    RaiseAlert: { streams, decide: raiseAlert },
    ResolveAlert: { streams, decide: resolveAlert },
    AmendAlertEvidence: { streams, decide: amendAlertEvidence },
  },
} as const;
