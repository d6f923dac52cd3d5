import type { AnomalyEvent } from '../../../../schemas/anomalies/events.ts';
import { type AnomalyId, anomalyId, anomalyStream } from '../../../../schemas/anomalies/ids.ts';
import type { AnomalyMetric } from '../../../../schemas/anomalies/metric.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { uuidV5 } from '../../../../schemas/uuid.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';

/** The anomalies of one service: at most one is open for each metric. */
export type ServiceAnomalies = {
  readonly kind: 'anomaly';
  /** How many there were: the id of the next one follows from it. */
  readonly count: number;
  readonly open: readonly OpenAnomaly[];
  /** By metric: the end of the latest window that opened or ended something. */
  readonly latestMs: Readonly<Partial<Record<AnomalyMetric, number>>>;
};

export type OpenAnomaly = {
  readonly anomalyId: AnomalyId;
  readonly detectedAtMs: number;
  /** End of the window that opened it. */
  readonly openedToMs: number;
  /** Metrics that are still out of their band. */
  readonly metrics: readonly AnomalyMetric[];
  readonly isAcknowledged: boolean;
};

const none: ServiceAnomalies = { kind: 'anomaly', count: 0, open: [], latestMs: {} };

/** The stream does not end, and its state is small: each event carries it. */
export const serviceAnomalies = aggregate<ServiceAnomalies, AnomalyEvent['type']>({
  kind: 'anomaly',
  reads: 'carried',
  version: 1,
  events: {
    AnomalyDetected: true,
    AnomalyWidened: true,
    AnomalyNarrowed: true,
    AnomalyAcknowledged: true,
    AnomalyEnded: true,
  },
  evolve: (state, event) => evolveAnomalies(state ?? none, event),
});

function evolveAnomalies(
  state: ServiceAnomalies,
  event: EventOf<AnomalyEvent['type']>,
): ServiceAnomalies {
  const { open, latestMs } = state;
  const { anomalyId: id } = event.data;
  const change = (changed: (one: OpenAnomaly) => OpenAnomaly): readonly OpenAnomaly[] =>
    open.map(one => (one.anomalyId === id ? changed(one) : one));
  switch (event.type) {
    case 'AnomalyDetected': {
      const { metric, toMs } = event.data.figures;
      const detected = {
        anomalyId: id,
        detectedAtMs: event.atMs,
        openedToMs: toMs,
        metrics: [metric],
        isAcknowledged: false,
      };
      const latest = { ...latestMs, [metric]: toMs };
      return { ...state, count: state.count + 1, open: [...open, detected], latestMs: latest };
    }
    case 'AnomalyWidened': {
      const { metric, toMs } = event.data.figures;
      const widened = change(one => ({ ...one, metrics: [...one.metrics, metric] }));
      return { ...state, open: widened, latestMs: { ...latestMs, [metric]: toMs } };
    }
    case 'AnomalyNarrowed': {
      const { metric, toMs } = event.data;
      const narrowed = change(one => ({
        ...one,
        metrics: one.metrics.filter(other => other !== metric),
      }));
      return { ...state, open: narrowed, latestMs: { ...latestMs, [metric]: toMs } };
    }
    case 'AnomalyAcknowledged':
      return { ...state, open: change(one => ({ ...one, isAcknowledged: true })) };
    case 'AnomalyEnded': {
      const { metric, toMs } = event.data;
      const others = open.filter(one => one.anomalyId !== id);
      return { ...state, open: others, latestMs: { ...latestMs, [metric]: toMs } };
    }
  }
}

export const anomaliesOf = (
  {
    organizationId,
    service,
  }: { readonly organizationId: OrganizationId; readonly service: string },
  states: States,
): ServiceAnomalies =>
  stateOf(serviceAnomalies, states, anomalyStream(organizationId, service)) ?? none;

/** The id of the anomaly that is detected next. */
export const nextAnomalyId = (
  {
    organizationId,
    service,
  }: { readonly organizationId: OrganizationId; readonly service: string },
  { count }: Pick<ServiceAnomalies, 'count'>,
): AnomalyId => anomalyId(uuidV5(organizationId, JSON.stringify(['anomaly', service, count])));
