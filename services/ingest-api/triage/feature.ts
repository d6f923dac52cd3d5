import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { triageInbox } from '../../../projections/triage/triage-inbox.ts';
import type { StateShared } from '../shared.ts';
import { acknowledgeAlert } from './acknowledge-alert.ts';
import {
  acknowledgeTriageItem,
  investigateTriageItem,
  resolveTriageItem,
  snoozeTriageItem,
} from './act.ts';

export const triage = {
  projections: [triageInbox, alertHistory],
  handlers: (shared: StateShared) => ({
    acknowledgeAlert: acknowledgeAlert(shared),
    acknowledgeTriageItem: acknowledgeTriageItem(shared),
    investigateTriageItem: investigateTriageItem(shared),
    resolveTriageItem: resolveTriageItem(shared),
    snoozeTriageItem: snoozeTriageItem(shared),
  }),
};
