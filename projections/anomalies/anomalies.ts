import type { Severity } from '../../schemas/alerts/rule.ts';
import type { AnomalyEndReason } from '../../schemas/anomalies/commands.ts';
import type { AnomalyEvent } from '../../schemas/anomalies/events.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import type { AnomalyId } from '../../schemas/anomalies/ids.ts';
import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import type { Actor, EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { alertHistoryMs, newestFirst } from '../alerts/alert-history.ts';
import type { Projection } from '../engine/projection.ts';

export type AnomalyRow = {
  readonly organizationId: OrganizationId;
  readonly anomalyId: AnomalyId;
  readonly service: string;
  readonly severity: Severity;
  readonly message: string;
  readonly detectedAtMs: number;
  /** In the order in which the metrics moved. */
  readonly metrics: readonly AnomalyFigures[];
  readonly openMetrics: readonly AnomalyMetric[];
  readonly acknowledged?: { readonly atMs: number; readonly by: Actor };
  readonly ended?: { readonly atMs: number; readonly reason: AnomalyEndReason };
};

/** One row for each anomaly, under keys of its organization, the newest first, and its own; and a third while it is open. */
export const anomalies: Projection<AnomalyRow, EventOf<AnomalyEvent['type']>> = {
  name: 'anomalies',
  version: 1,
  types: new Set([
    'AnomalyDetected',
    'AnomalyWidened',
    'AnomalyNarrowed',
    'AnomalyAcknowledged',
    'AnomalyEnded',
  ]),
  keys: event => {
    const { organizationId, anomalyId } = event.data;
    const detectedAtMs = event.type === 'AnomalyDetected' ? event.atMs : event.data.detectedAtMs;
    return [
      `${anomaliesOf(organizationId)}${newestFirst(detectedAtMs)}/${anomalyId}`,
      anomalyKey(organizationId, anomalyId),
      openAnomaliesOf(organizationId) + anomalyId,
    ];
  },
  project: (row, event, key) => {
    if (event.type === 'AnomalyDetected') return detected(event);
    if (event.type === 'AnomalyEnded' && key.startsWith(openPrefix)) return undefined;
    return row && anomalyAfter(row, event);
  },
  retention: { ms: alertHistoryMs, endedAtMs: ({ ended }) => ended?.atMs },
};

const openPrefix = 'open/';

export const anomaliesOf = (organizationId: OrganizationId): string => `at/${organizationId}/`;

export const anomalyKey = (organizationId: OrganizationId, anomalyId: AnomalyId): string =>
  `id/${organizationId}/${anomalyId}`;

export const openAnomaliesOf = (organizationId: OrganizationId): string =>
  `${openPrefix}${organizationId}/`;

function detected({ data, atMs }: EventOf<'AnomalyDetected'>): AnomalyRow {
  const { organizationId, anomalyId, service, severity, message, figures } = data;
  return {
    organizationId,
    anomalyId,
    service,
    severity,
    message,
    detectedAtMs: atMs,
    metrics: [figures],
    openMetrics: [figures.metric],
  };
}

type Later = Exclude<AnomalyEvent['type'], 'AnomalyDetected'>;

function anomalyAfter(row: AnomalyRow, event: EventOf<Later>): AnomalyRow {
  const { openMetrics } = row;
  switch (event.type) {
    case 'AnomalyWidened': {
      const { figures } = event.data;
      // A metric that ended may move again while the anomaly is open.
      const others = row.metrics.filter(({ metric }) => metric !== figures.metric);
      return {
        ...row,
        metrics: [...others, figures],
        openMetrics: [...openMetrics, figures.metric],
      };
    }
    case 'AnomalyNarrowed':
      return { ...row, openMetrics: openMetrics.filter(metric => metric !== event.data.metric) };
    case 'AnomalyAcknowledged':
      return { ...row, acknowledged: { atMs: event.atMs, by: event.actor } };
    case 'AnomalyEnded': {
      const { reason } = event.data;
      return { ...row, openMetrics: [], ended: { atMs: event.atMs, reason } };
    }
  }
}
