import { type AlertRule, type BurnPair, burnPairNames } from '../../schemas/alerts/rule.ts';
import type { ChannelId } from '../../schemas/ids.ts';
import type { ObjectiveId } from '../../schemas/slos/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import { hourSeconds } from '../../schemas/window.ts';
import { burnMetric } from '../alerts/burn-metric.ts';
import { burnPairs, burnRateMax, burnWindowSeconds } from './burn.ts';

const rateOf = (pair: BurnPair): number => burnPairs[pair].tenths / 10;

/** The pairs at whose rates an objective can burn: with a low target, failing is seldom so much worse than what is allowed. */
export const pairsOf = ({ target }: Pick<Objective, 'target'>): readonly BurnPair[] =>
  burnPairNames.filter(pair => rateOf(pair) < burnRateMax(target));

type Watched = {
  readonly objectiveId: ObjectiveId;
  readonly objective: Objective;
  readonly channelIds: readonly ChannelId[];
};

/** The rule that fires exactly when the objective says that it burns at the rate of a pair. */
export function burnRule(
  pair: BurnPair,
  { objectiveId, objective, channelIds }: Watched,
): AlertRule {
  const { severity, windows } = burnPairs[pair];
  return {
    name: nameOf(pair, objective),
    description: descriptionOf(pair, objective),
    alertType: 'threshold',
    metric: burnMetric(pair, objectiveId),
    operator: '>',
    threshold: rateOf(pair),
    scope: { type: 'service', service: objective.service },
    windowMinutes: burnWindowSeconds[windows[0]] / 60,
    cooldownMinutes: 5,
    forMinutes: 0,
    minSamples: 1,
    noData: 'resolve',
    severity,
    enabled: true,
    channelIds,
  };
}

/** Names of rules are as long as those of objectives. */
const nameCharactersMax = 200;

function nameOf(pair: BurnPair, { name }: Objective): string {
  const end = `, ${pair} burn`;
  return `${name.slice(0, nameCharactersMax - end.length).toWellFormed()}${end}`;
}

function descriptionOf(pair: BurnPair, { windowDays, name }: Objective): string {
  const hours = burnWindowSeconds[burnPairs[pair].windows[0]] / hourSeconds;
  const percent = (100 * rateOf(pair) * hours) / (windowDays * 24);
  const long = hours === 1 ? 'an hour' : `${hours} hours`;
  return `At a burn rate of ${rateOf(pair)}, ${long} spend${hours === 1 ? 's' : ''} ${Number(percent.toPrecision(2))} % of the error budget of "${name}".`;
}
