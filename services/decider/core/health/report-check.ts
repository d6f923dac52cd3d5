import { isReported } from '../../../../domain/health/check.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { EventPayload } from '../../../../schemas/events/event.ts';
import { outageSeverity } from '../../../../schemas/health/check.ts';
import { healthCheckStream, outageIdOf } from '../../../../schemas/health/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';
import { openedItem, resolvedItem } from '../triage/cause.ts';
import { type HealthCheckState, healthChecks } from './health-check.ts';

type Report = CommandOf<'ReportHealthCheck'>['data'];

/**
 * What follows from the samples of a check. Reports about another version, and those that lie before the last transition,
 * change nothing: a monitor that lost its partition without noticing may repeat them.
 */
export function reportHealthCheck(
  { data }: CommandOf<'ReportHealthCheck'>,
  states: States,
): Decision {
  const state = stateOf(healthChecks, states, healthCheckStream(data.checkId));
  if (state === undefined || !isNews(state, data)) return accept();
  return data.status === 'healthy' ? recovered(state, data, states) : failed(state, data);
}

const isNews = (state: HealthCheckState, report: Report): boolean =>
  !state.isDeleted &&
  isReported(state.check) &&
  state.version === report.version &&
  isLater(report, state);

const isLater = (
  { offset, step = 0 }: Pick<Report, 'offset' | 'step'>,
  last: Pick<HealthCheckState, 'offset' | 'step'>,
): boolean => offset > last.offset || (offset === last.offset && step > (last.step ?? 0));

function recovered(state: HealthCheckState, report: Report, states: States): Decision {
  const { outage } = state;
  if (outage === undefined) return accept();
  const { outageId, failedAtMs } = outage;
  const data = { ...transitionOf(state, report), outageId, failedAtMs };
  const fact = { type: 'HealthCheckRecovered', data } as const;
  const { checkId } = report;
  return accept(resolvedItem(outageId, states), {
    stream: healthCheckStream(checkId),
    facts: [fact],
  });
}

function failed(state: HealthCheckState, report: Report): Decision {
  const { checkId, offset, error, failures, status } = report;
  const outageId = state.outage?.outageId ?? outageIdOf(checkId, offset, report.step);
  const data = { ...transitionOf(state, report), outageId, error };
  const facts: EventPayload[] = [];
  if (state.outage === undefined) facts.push({ type: 'HealthCheckFailed', data });
  const isWorse = status === 'unhealthy' && state.outage?.isUnhealthy !== true;
  if (isWorse) facts.push({ type: 'HealthCheckBecameUnhealthy', data: { ...data, failures } });
  const change = { stream: healthCheckStream(checkId), facts };
  return isWorse ? accept(openedItem(itemOf(state, data)), change) : accept(change);
}

const transitionOf = (
  { organizationId, check: { serviceName, checkName } }: HealthCheckState,
  { checkId, offset, step, checkedAtMs }: Report,
) => ({
  checkId,
  organizationId,
  serviceName,
  checkName,
  offset,
  ...(step !== undefined && { step }),
  checkedAtMs,
});

const itemOf = (
  { organizationId, check: { serviceName, checkName } }: HealthCheckState,
  { outageId, error }: { readonly outageId: string; readonly error: string },
) =>
  ({
    organizationId,
    entityType: 'alert',
    entityId: outageId,
    title: `${checkName} of ${serviceName} is unhealthy`,
    message: error,
    severity: outageSeverity,
    serviceName,
  }) as const;
