import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { ScoreOf } from './naive-alerts.ts';

type Open = { readonly service: string; readonly metric: string; readonly score: number };

/** Scores by the events themselves: what opened and did not end is open. */
export const naiveScores =
  (events: readonly DomainEvent[], organization: OrganizationId): ScoreOf =>
  (rule, position) => {
    const open = new Map<string, Open>();
    for (const event of events.slice(0, position + 1)) apply(open, event, organization);
    const watched = [...open.values()].filter(one => isWatched(rule, one));
    return watched.length === 0 ? undefined : Math.max(...watched.map(({ score }) => score));
  };

/** By anomaly and metric. */
function apply(
  open: Map<string, Open>,
  { type, data }: DomainEvent,
  organization: OrganizationId,
): void {
  if (type === 'AnomalyDetected' || type === 'AnomalyWidened') {
    const { metric, score } = data.figures;
    if (data.organizationId === organization)
      open.set(`${data.anomalyId} ${metric}`, { service: data.service, metric, score });
  }
  if (type === 'AnomalyNarrowed') open.delete(`${data.anomalyId} ${data.metric}`);
  if (type === 'AnomalyEnded')
    for (const name of open.keys()) if (name.startsWith(data.anomalyId)) open.delete(name);
}

function isWatched({ scope, metric }: AlertRule, { service, metric: moved }: Open): boolean {
  if (scope.type === 'service' && scope.service !== service) return false;
  if (metric === 'health_score') return true;
  if (metric.startsWith('latency')) return moved === 'latency_p95';
  return moved === (metric === 'error_rate' ? 'error_rate' : 'throughput');
}
