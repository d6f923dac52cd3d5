import { burnOf } from '../../domain/alerts/burn-metric.ts';
import type { Checked } from '../../domain/faults.ts';
import type { AlertRule, AlertScope, Metric } from '../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { DomainState } from '../engine/read/history.ts';
import { type ObjectiveRow, objectiveKey, objectives } from './objectives.ts';

type Objectives = Pick<DomainState, 'get'>;

/** Whose burn rate a rule compares. Undefined: it compares none, or there is no such objective. */
export function objectiveOfMetric(
  organizationId: OrganizationId,
  metric: Metric,
  state: Objectives,
): ObjectiveRow | undefined {
  const burn = burnOf(metric);
  return burn && state.get(objectives, objectiveKey(organizationId, burn.objectiveId));
}

type Sent = Pick<AlertRule, 'metric'> & Partial<Pick<AlertRule, 'scope'>>;

/**
 * The scope of a rule about a burn rate: the service of its objective, which a request may name. Undefined: the rule is
 * about something else.
 */
export function objectiveScope(
  organizationId: OrganizationId,
  { metric, scope }: Sent,
  state: Objectives,
): Checked<AlertScope | undefined> {
  const burn = burnOf(metric);
  if (burn === undefined) return { value: undefined };
  const found = objectiveOfMetric(organizationId, metric, state);
  if (found === undefined) {
    const message = `there is no objective ${burn.objectiveId}; GET /v1/slos lists them`;
    return { fault: { field: 'metric', message } };
  }
  const { service } = found.objective;
  if (scope?.type === 'service' && scope.service !== service) {
    const message = `the objective is of the service ${service}; send that, or nothing`;
    return { fault: { field: 'scope_value', message } };
  }
  return { value: { type: 'service', service } };
}
