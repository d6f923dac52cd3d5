import {
  acknowledgeTriageItem,
  investigateTriageItem,
  resolveTriageItem,
  snoozeTriageItem,
  itemStreams as streams,
} from './act.ts';
import { triageItems } from './triage-item.ts';

export const triageFeature = {
  aggregates: [triageItems],
  deciders: {
    AcknowledgeTriageItem: { streams, decide: acknowledgeTriageItem },
    InvestigateTriageItem: { streams, decide: investigateTriageItem },
    ResolveTriageItem: { streams, decide: resolveTriageItem },
    SnoozeTriageItem: { streams, decide: snoozeTriageItem },
  },
} as const;
