import { burnOf } from '../../domain/alerts/burn-metric.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { type RuleFiguresAsked, ruleFigures } from '../../projections/metrics/rule-figures.ts';
import { ruleBurns } from '../../projections/slos/rule-burns.ts';
import type { BurnPair } from '../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { ObjectiveId } from '../../schemas/slos/ids.ts';
import type { Objective } from '../../schemas/slos/objective.ts';
import type { MeasureRecord } from '../../schemas/telemetry/window-record.ts';
import { limits } from './config.ts';

export type MeasureAsked = Omit<RuleFiguresAsked, 'step'>;

export type Measured = Pick<MeasureRecord, 'value' | 'samples' | 'errors' | 'burns' | 'isGone'>;

/** An objective as it is now; undefined once it was deleted. */
export type ObjectiveOf = (
  organizationId: OrganizationId,
  id: ObjectiveId,
  signal: AbortSignal,
) => Promise<Objective | undefined>;

type Reading = {
  readonly warehouse: OrganizationReads;
  readonly objectiveOf: ObjectiveOf;
  readonly signal: AbortSignal;
};

/** What a rule compares in one window. */
export function measureRule(asked: MeasureAsked, reading: Reading): Promise<Measured> {
  const burn = burnOf(asked.rule.metric);
  return burn === undefined
    ? measureMetric(asked, reading)
    : measureBurn({ ...asked, ...burn }, reading);
}

async function measureMetric(asked: MeasureAsked, reading: Reading): Promise<Measured> {
  const { warehouse } = reading;
  const options = optionsOf(asked, reading);
  const [found] = await ruleFigures(
    { ...asked, step: asked.toSeconds - asked.fromSeconds },
    ({ sql, parameters }, more) => warehouse.query(sql, parameters, { ...options, ...more }),
    // There is one figure.
    async (items, change) => items.map(change),
  );
  return found === undefined
    ? { value: null, samples: 0 }
    : { value: found.value, samples: found.samples };
}

type BurnAsked = MeasureAsked & { readonly pair: BurnPair; readonly objectiveId: ObjectiveId };

async function measureBurn(
  { organizationId, objectiveId, pair, toSeconds }: BurnAsked,
  reading: Reading,
): Promise<Measured> {
  const { warehouse, objectiveOf, signal } = reading;
  const objective = await objectiveOf(organizationId, objectiveId, signal);
  if (objective === undefined) return { value: null, samples: 0, isGone: true };
  const options = optionsOf({ organizationId }, reading);
  const burns = await ruleBurns(
    { organizationId, objective, pair, firstSeconds: toSeconds, lastSeconds: toSeconds },
    ({ sql, parameters }) => warehouse.query(sql, parameters, options),
  );
  return burns(toSeconds);
}

const optionsOf = (
  { organizationId: organization }: Pick<MeasureAsked, 'organizationId'>,
  { signal }: Reading,
) => ({ signal, maxExecutionMs: limits.measureMsMax, reader: { organization } });
