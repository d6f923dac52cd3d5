import { anomalyMessage, severityOf } from '../../../../domain/anomalies/figures.ts';
import type { AnomalyDetected } from '../../../../schemas/anomalies/events.ts';
import { anomalyStream } from '../../../../schemas/anomalies/ids.ts';
import type { AnomalyMetric } from '../../../../schemas/anomalies/metric.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../../../schemas/triage/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { openedItem, resolvedItem } from '../triage/cause.ts';
import { anomaliesOf, nextAnomalyId, type ServiceAnomalies } from './service-anomalies.ts';

/** What is out of date is no error: evaluators repeat themselves, and another may have been faster. */
const nothing = accept();

/** Metrics of a service that leave their bands within such a time move together. */
const togetherMs = 300_000;

type AnyCommand = CommandOf<'OpenAnomaly' | 'EndAnomaly' | 'AcknowledgeAnomaly'>;

/** What happens to an anomaly and its triage item is decided from both. */
export function anomalyStreams({ data }: AnyCommand, states: States): readonly StreamName[] {
  const own = anomalyStream(data.organizationId, data.service);
  if (!states.has(own)) return [own];
  const known = anomaliesOf(data, states);
  const ids = [...known.open.map(({ anomalyId }) => anomalyId), nextAnomalyId(data, known)];
  return [own, ...ids.map(id => triageStream(triageItemOf(id)))];
}

/** Windows order what happens to a metric, so a repeated one changes nothing. */
const isNews = ({ latestMs }: ServiceAnomalies, metric: AnomalyMetric, toMs: number): boolean =>
  toMs > (latestMs[metric] ?? 0);

export function openAnomaly({ data }: CommandOf<'OpenAnomaly'>, states: States): Decision {
  const { organizationId, service, figures, tickMs } = data;
  const known = anomaliesOf(data, states);
  const isOpen = known.open.some(({ metrics }) => metrics.includes(figures.metric));
  if (isOpen || !isNews(known, figures.metric, figures.toMs)) return nothing;
  const stream = anomalyStream(organizationId, service);
  const together = known.open.find(
    ({ openedToMs }) => Math.abs(figures.toMs - openedToMs) <= togetherMs,
  );
  if (together !== undefined) {
    const { anomalyId, detectedAtMs } = together;
    const widened = { organizationId, service, anomalyId, detectedAtMs, figures, tickMs };
    return accept({ stream, facts: [{ type: 'AnomalyWidened', data: widened }] });
  }
  const fact: AnomalyDetected = {
    type: 'AnomalyDetected',
    data: {
      organizationId,
      service,
      figures,
      tickMs,
      anomalyId: nextAnomalyId(data, known),
      severity: severityOf(figures),
      message: anomalyMessage(service, figures),
    },
  };
  return accept(itemOf(fact), { stream, facts: [fact] });
}

const itemOf = ({
  data: { organizationId, anomalyId, service, figures, severity, message },
}: AnomalyDetected) =>
  openedItem({
    organizationId,
    entityType: 'anomaly',
    entityId: anomalyId,
    title: `Anomaly in ${figures.metric} of ${service}`,
    message,
    severity,
    serviceName: service,
  });

export function endAnomaly({ data }: CommandOf<'EndAnomaly'>, states: States): Decision {
  const { organizationId, service, metric, toMs, tickMs, reason } = data;
  const known = anomaliesOf(data, states);
  const found = known.open.find(({ metrics }) => metrics.includes(metric));
  if (found === undefined || !isNews(known, metric, toMs)) return nothing;
  const { anomalyId, detectedAtMs } = found;
  const stream = anomalyStream(organizationId, service);
  const ended = { organizationId, service, anomalyId, detectedAtMs, metric, toMs, tickMs, reason };
  if (found.metrics.length > 1)
    return accept({ stream, facts: [{ type: 'AnomalyNarrowed', data: ended }] });
  return accept(resolvedItem(anomalyId, states), {
    stream,
    facts: [{ type: 'AnomalyEnded', data: ended }],
  });
}

export function acknowledgeAnomaly(
  { data, organizationId: asking }: CommandOf<'AcknowledgeAnomaly'>,
  states: States,
): Decision {
  const { organizationId, service, anomalyId } = data;
  if (asking !== undefined && asking !== organizationId)
    return reject('not_found', `there is no anomaly ${anomalyId}`);
  const found = anomaliesOf(data, states).open.find(one => one.anomalyId === anomalyId);
  if (found === undefined)
    return reject('invalid_transition', 'the anomaly has ended; only an open one is acknowledged');
  if (found.isAcknowledged) return nothing;
  const fact: EventPayload = {
    type: 'AnomalyAcknowledged',
    data: { organizationId, service, anomalyId, detectedAtMs: found.detectedAtMs },
  };
  return accept({ stream: anomalyStream(organizationId, service), facts: [fact] });
}
