import { triageInbox } from '../../../projections/triage/triage-inbox.ts';
import type { QueryShared } from '../shared.ts';
import { getTriageItem, listTriageItems } from './inbox.ts';

export const triage = {
  projections: [triageInbox],
  handlers: (shared: QueryShared) => ({
    listTriageItems: listTriageItems(shared),
    getTriageItem: getTriageItem(shared),
  }),
};
