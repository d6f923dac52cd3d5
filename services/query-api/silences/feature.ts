import { silences as rows } from '../../../projections/silences/silences.ts';
import type { QueryShared } from '../shared.ts';
import { getSilence, listSilences } from './silences.ts';

export const silences = {
  projections: [rows],
  handlers: (shared: QueryShared) => ({
    listSilences: listSilences(shared),
    getSilence: getSilence(shared),
  }),
};
