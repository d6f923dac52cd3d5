import { triageInbox } from '../../../projections/triage/triage-inbox.ts';
import type { IngestShared } from '../shared.ts';
import {
  acknowledgeTriageItem,
  investigateTriageItem,
  resolveTriageItem,
  snoozeTriageItem,
} from './act.ts';

export const triage = {
  projections: [triageInbox],
  handlers: (shared: IngestShared) => ({
    acknowledgeTriageItem: acknowledgeTriageItem(shared),
    investigateTriageItem: investigateTriageItem(shared),
    resolveTriageItem: resolveTriageItem(shared),
    snoozeTriageItem: snoozeTriageItem(shared),
  }),
};
