import type { OpenAnomaliesAt } from '../../domain/anomalies/known.ts';
import type { Projections } from '../engine/run.ts';
import { anomalies, openAnomaliesOf } from './anomalies.ts';
import { anomalyClock, anomalyClockKey } from './anomaly-clock.ts';

export type AnomalyEvents = {
  readonly openAt: OpenAnomaliesAt;
  /** Position of the latest event about anomalies that this process knows; -1: none. */
  readonly latest: () => number;
  /** Waits until this process knows the events up to a position. */
  readonly reach: (position: number, signal: AbortSignal) => Promise<void>;
};

/** Open anomalies of an organization that its rules look at. */
const openAnomaliesMax = 1_000;

/** Events about anomalies as a process has them. Every process has the same up to a position. */
export const anomalyEvents = (
  projections: Pick<Projections, 'barrier' | 'get' | 'list' | 'reached'>,
): AnomalyEvents => ({
  openAt: (organizationId, at) =>
    projections
      .list(anomalies, {
        prefix: openAnomaliesOf(organizationId),
        limit: openAnomaliesMax,
        at,
      })
      .map(({ row }) => row),
  latest: () => projections.get(anomalyClock, anomalyClockKey)?.position ?? -1,
  reach: async (position, signal) => {
    if (projections.reached() < position) await projections.barrier(signal);
  },
});
