import { burnOf } from '../../../domain/alerts/burn-metric.ts';
import { burnPairs } from '../../../domain/slos/burn.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';

type Rule = ResponseOf<'listAlertRules'>['rules'][number];
type Compared = Pick<Rule, 'metric' | 'operator' | 'threshold'>;

/** When a rule fires, such as `error_rate > 5 and latency > 500` or `burn 1h/5m > 14.4`. */
export const firesAt = ({
  conditions,
  match,
  ...own
}: Compared & Pick<Rule, 'conditions' | 'match'>): string =>
  [own, ...conditions].map(textOf).join(match === 'any' ? ' or ' : ' and ');

function textOf({ metric, operator, threshold }: Compared): string {
  const burn = burnOf(metric);
  return burn === undefined
    ? `${metric} ${operator} ${threshold}`
    : `burn ${burnPairs[burn.pair].windows.join('/')} ${operator} ${threshold}`;
}
