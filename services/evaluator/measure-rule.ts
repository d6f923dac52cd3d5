import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { type RuleFiguresAsked, ruleFigures } from '../../projections/metrics/rule-figures.ts';
import type { MeasureRecord } from '../../schemas/telemetry/window-record.ts';
import { limits } from './config.ts';

export type MeasureAsked = Omit<RuleFiguresAsked, 'step'>;

export type Measured = Pick<MeasureRecord, 'value' | 'samples'>;

type Reading = { readonly warehouse: OrganizationReads; readonly signal: AbortSignal };

/** What a rule compares in one window. */
export async function measureRule(
  asked: MeasureAsked,
  { warehouse, signal }: Reading,
): Promise<Measured> {
  const { organizationId: organization, fromSeconds, toSeconds } = asked;
  const options = { signal, maxExecutionMs: limits.measureMsMax, reader: { organization } };
  const [found] = await ruleFigures(
    { ...asked, step: toSeconds - fromSeconds },
    ({ sql, parameters }, more) => warehouse.query(sql, parameters, { ...options, ...more }),
    // There is one figure.
    async (items, change) => items.map(change),
  );
  return found === undefined
    ? { value: null, samples: 0 }
    : { value: found.value, samples: found.samples };
}
