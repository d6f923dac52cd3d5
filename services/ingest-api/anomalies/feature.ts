import { anomalies as projection } from '../../../projections/anomalies/anomalies.ts';
import type { IngestShared } from '../shared.ts';
import { acknowledgeAnomaly } from './acknowledge.ts';

export const anomalies = {
  projections: [projection],
  handlers: (shared: IngestShared) => ({ acknowledgeAnomaly: acknowledgeAnomaly(shared) }),
};
