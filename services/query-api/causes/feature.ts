import { alertHistory } from '../../../projections/alerts/alert-history.ts';
import { ruleVersions } from '../../../projections/alerts/rule-versions.ts';
import { anomalies } from '../../../projections/anomalies/anomalies.ts';
import { deploys } from '../../../projections/releases/deploys.ts';
import { releases } from '../../../projections/releases/releases.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { alertCauses, anomalyCauses } from './causes.ts';

export const causes = {
  projections: [alertHistory, anomalies, ruleVersions, deploys, releases],
  handlers: (shared: QueryShared) => {
    const { spans } = shared.watermarks;
    const reads = { ...shared, retention: shared.configuration.retention };
    return {
      alertCauses: asKnown(shared, spans, alertCauses(reads)),
      anomalyCauses: asKnown(shared, spans, anomalyCauses(reads)),
    };
  },
};
