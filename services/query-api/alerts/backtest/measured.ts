import { burnOf } from '../../../../domain/alerts/burn-metric.ts';
import { isOtlp } from '../../../../domain/alerts/rule.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import { ruleFigures } from '../../../../projections/metrics/rule-figures.ts';
import { ruleBurns } from '../../../../projections/slos/rule-burns.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { MeasureRecord } from '../../../../schemas/telemetry/window-record.ts';
import { mapInTurns } from '../../bounds/in-turns.ts';
import { readRows } from '../../windows/window-metrics.ts';
import { backtestLimits } from './config.ts';
import type { Tried } from './tried-rule.ts';

type Asked = {
  readonly organizationId: OrganizationId;
  readonly fromMs: number;
  readonly toMs: number;
};

type Reading = { readonly warehouse: OrganizationReads; readonly signal: AbortSignal };

/** A rule about what is not in windows that never was in this form, with what it would have measured of what is known now. */
export async function withMeasures(tried: Tried, asked: Asked, reading: Reading): Promise<Tried> {
  const { rule, recorded } = tried;
  if (recorded !== undefined) return tried;
  if (burnOf(rule.metric) !== undefined)
    return { ...tried, measures: await burnMeasures(tried, asked, reading) };
  return isOtlp(rule.metric)
    ? { ...tried, measures: await metricMeasures(tried, asked, reading) }
    : tried;
}

/** At the end of every minute. */
async function burnMeasures(
  { rule, objective }: Tried,
  { organizationId, fromMs, toMs }: Asked,
  reading: Reading,
): Promise<MeasureRecord[]> {
  const burn = burnOf(rule.metric);
  const firstMs = Math.ceil(fromMs / minuteMs) * minuteMs;
  const count = Math.floor((toMs - firstMs) / minuteMs) + 1;
  if (burn === undefined || objective === undefined || count < 1) return [];
  const lastMs = firstMs + (count - 1) * minuteMs;
  const range = { firstSeconds: firstMs / 1000, lastSeconds: lastMs / 1000 };
  const burns = await ruleBurns(
    { organizationId, objective, pair: burn.pair, ...range },
    statement => readRows(statement, reading),
  );
  const ends = Array.from({ length: count }, (_, at) => firstMs + at * minuteMs);
  return mapInTurns(ends, windowToMs => {
    const window = { windowFromMs: windowToMs - rule.windowMinutes * minuteMs, windowToMs };
    return { ...tryingRule, ...window, ...burns(windowToMs / 1000) };
  });
}

const tryingRule = { ruleId: '', ruleVersion: 1 } as const;

async function metricMeasures(
  tried: Tried,
  asked: Asked,
  reading: Reading,
): Promise<MeasureRecord[]> {
  const { windowMinutes } = tried.rule;
  const everyMinutes = Math.ceil(windowMinutes / backtestLimits.measuresOfWindowMax);
  const phases = Math.ceil(windowMinutes / everyMinutes);
  const measures: MeasureRecord[] = [];
  // Windows overlap: those that follow one another without a gap are read together.
  for (let phase = 0; phase < phases; phase++)
    measures.push(...(await measuresOf(tried, asked, phase * everyMinutes, reading)));
  return measures.sort((left, right) => left.windowToMs - right.windowToMs);
}

async function measuresOf(
  { rule }: Tried,
  { organizationId, fromMs, toMs }: Asked,
  laterMinutes: number,
  { warehouse, signal }: Reading,
): Promise<MeasureRecord[]> {
  const windowMs = rule.windowMinutes * minuteMs;
  const firstMs = Math.ceil(fromMs / minuteMs) * minuteMs + laterMinutes * minuteMs - windowMs;
  const count = Math.floor((toMs - firstMs) / windowMs);
  if (count < 1) return [];
  const range = { fromSeconds: firstMs / 1000, toSeconds: (firstMs + count * windowMs) / 1000 };
  const found = await ruleFigures(
    { organizationId, rule, ...range, step: windowMs / 1000 },
    (statement, options) => readRows(statement, { warehouse, signal }, options),
    mapInTurns,
  );
  const figures = new Map(found.map(({ seconds, ...figure }) => [seconds * 1000, figure]));
  return Array.from({ length: count }, (_, at) => {
    const windowFromMs = firstMs + at * windowMs;
    const figure = figures.get(windowFromMs) ?? { value: null, samples: 0 };
    const window = { windowFromMs, windowToMs: windowFromMs + windowMs };
    return { ...tryingRule, ...window, ...figure };
  });
}
