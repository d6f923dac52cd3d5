import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import type { KnownAnomalies } from '../../domain/anomalies/known.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { AnomalyEvents } from '../../projections/anomalies/anomaly-events.ts';
import { createKnownRecords } from './known-anomalies.ts';
import { createMeasures, type Measuring } from './measures.ts';
import type { Places } from './places.ts';

type Own = {
  readonly partition: number;
  readonly evaluation: Evaluation;
  readonly known: KnownAnomalies;
  readonly places: Places;
  readonly signal: AbortSignal;
};

/** What the owner of a partition adds to its log, so that evaluations follow from the log alone. */
export function createOwnRecords(
  own: Own,
  {
    measuring,
    ...dependencies
  }: {
    readonly topicLog: Pick<TopicLog, 'append'>;
    readonly events: AnomalyEvents;
    readonly measuring: Measuring;
  },
) {
  const knownRecords = createKnownRecords(own, dependencies);
  const measures = createMeasures(own, measuring);
  return {
    publish: async (): Promise<void> => {
      await knownRecords.publish();
      await measures.begin();
    },
    /** Resolves when nothing is under way. */
    idle: measures.idle,
  };
}
