import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { silences as rows } from '../../../projections/silences/silences.ts';
import type { IngestShared } from '../shared.ts';
import { changeSilence, endSilence } from './change-silence.ts';
import { createSilence } from './create-silence.ts';

export const silences = {
  projections: [alertRules, rows],
  handlers: (shared: IngestShared) => ({
    createSilence: createSilence(shared),
    changeSilence: changeSilence(shared),
    endSilence: endSilence(shared),
  }),
};
