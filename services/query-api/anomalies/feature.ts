import { anomalies as projection } from '../../../projections/anomalies/anomalies.ts';
import type { QueryShared } from '../shared.ts';
import { getAnomaly, listAnomalies } from './anomalies.ts';

export const anomalies = {
  projections: [projection],
  handlers: (shared: QueryShared) => ({
    listAnomalies: listAnomalies(shared),
    getAnomaly: getAnomaly(shared),
  }),
};
