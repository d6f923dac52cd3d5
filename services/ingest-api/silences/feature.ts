import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { silences as rows } from '../../../projections/silences/silences.ts';
import type { StateShared } from '../shared.ts';
import { changeSilence, endSilence, restoreSilence } from './change-silence.ts';
import { createSilence } from './create-silence.ts';

export const silences = {
  projections: [alertRules, rows],
  handlers: (shared: StateShared) => ({
    createSilence: createSilence(shared),
    changeSilence: changeSilence(shared),
    endSilence: endSilence(shared),
    restoreSilence: restoreSilence(shared),
  }),
};
