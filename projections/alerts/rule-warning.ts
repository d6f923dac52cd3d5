import { burnOf } from '../../domain/alerts/burn-metric.ts';
import { burnRateMax } from '../../domain/slos/burn.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { Objective } from '../../schemas/slos/objective.ts';

/** Why a rule about a burn rate may never fire, or not for what its name says; undefined: there is no reason. */
export function burnWarning(
  { metric, scope, threshold }: AlertRule,
  objective: Objective | undefined,
): string | undefined {
  if (burnOf(metric) === undefined) return undefined;
  if (objective === undefined)
    return 'its objective was deleted, so the rule has nothing to evaluate; delete the rule as well';
  const { service, target } = objective;
  if (scope.type === 'service' && scope.service !== service)
    return `its objective is of the service ${service} by now, and its burn rate is what is compared; save the rule, so that its alerts are of ${service} too`;
  const most = burnRateMax(target);
  return threshold < most
    ? undefined
    : `no burn rate of a target of ${target} % is above ${Number(most.toPrecision(3))}, so the rule never fires; lower the threshold`;
}
