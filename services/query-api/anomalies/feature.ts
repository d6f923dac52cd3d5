import { anomalies as projection } from '../../../projections/anomalies/anomalies.ts';
import { asKnown } from '../as-known.ts';
import { openEvaluatorTime } from '../evaluator-time.ts';
import type { QueryShared } from '../shared.ts';
import { earliestOf, type Watermarks } from '../watermark.ts';
import { getAnomaly, listAnomalies } from './anomalies.ts';
import { serviceAnomalyScores } from './service-scores.ts';

export const anomalies = {
  projections: [projection],
  handlers: (shared: QueryShared) => ({
    listAnomalies: listAnomalies(shared),
    getAnomaly: getAnomaly(shared),
    serviceAnomalyScores: asKnown(shared, judgedUpTo(shared), serviceAnomalyScores(shared)),
  }),
};

/** What is in the warehouse has a score once the evaluator has come so far. */
function judgedUpTo({ watermarks: { spans }, topicLog }: QueryShared): Watermarks {
  const { now } = earliestOf(spans, { now: openEvaluatorTime(topicLog) });
  return { ...spans, now };
}
