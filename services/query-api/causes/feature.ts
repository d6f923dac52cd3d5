import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { ruleVersions } from '../../../projections/alerts/rule-versions.ts';
import { anomalies } from '../../../projections/anomalies/anomalies.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { alertCauses, anomalyCauses } from './causes.ts';

export const causes = {
  projections: [alertHistory, anomalies, ruleVersions],
  handlers: (shared: QueryShared) => {
    const { spans } = shared.watermarks;
    return {
      alertCauses: asKnown(shared, spans, alertCauses(shared)),
      anomalyCauses: asKnown(shared, spans, anomalyCauses(shared)),
    };
  },
};
