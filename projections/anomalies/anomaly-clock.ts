import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

/** The position of the latest event that changed which anomalies are open. */
export type AnomalyClockRow = { readonly position: number };

/** The only row. */
export const anomalyClockKey = 'clock';

/** One event after another, so the latest has the highest position. */
export const anomalyClock: Projection<
  AnomalyClockRow,
  EventOf<'AnomalyDetected' | 'AnomalyWidened' | 'AnomalyNarrowed' | 'AnomalyEnded'>
> = {
  name: 'anomaly-clock',
  version: 1,
  types: new Set(['AnomalyDetected', 'AnomalyWidened', 'AnomalyNarrowed', 'AnomalyEnded']),
  keys: () => [anomalyClockKey],
  project: (_row, _event, _key, { position }) => ({ position }),
};
