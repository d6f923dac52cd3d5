import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { digits, durationText } from '../../ui/figures.ts';

export type Body = ResponseOf<'queryMetric'>;
export type Aggregation = Body['aggregation'];
type MetricType = Body['type'];

const ofNumbers = ['avg', 'sum', 'min', 'max', 'count'] as const;
const ofCounters = ['rate', ...ofNumbers] as const;
const ofHistograms = ['p95', 'p50', 'p75', 'p90', 'p99', ...ofCounters] as const;

/** What may be asked of a metric; the first is what is asked when nothing is chosen. */
export function aggregationsOf(type: MetricType, isCounter: boolean): readonly Aggregation[] {
  if (type === 'histogram' || type === 'exponential_histogram') return ofHistograms;
  if (type === 'summary') return ['avg', 'rate', 'sum', 'min', 'max', 'count'];
  return isCounter ? ofCounters : ofNumbers;
}

export const aggregationWords: Readonly<Record<Aggregation, string>> = {
  sum: 'Sum',
  rate: 'Per second',
  count: 'Number',
  avg: 'Mean',
  min: 'Lowest',
  max: 'Highest',
  p50: 'p50',
  p75: 'p75',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
};

const milliseconds: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
};

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Bytes in the unit that fits, of 1,024 each. */
export function bytesText(bytes: number): string {
  const power = Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10);
  const index = Math.min(byteUnits.length - 1, power);
  return `${digits(bytes / 1_024 ** index)} ${byteUnits[index]}`;
}

/** A longer unit would leave no room for the chart beside its axis; it stands below. */
const unitCharactersMax = 4;

/** How values are written, by the unit of UCUM that OpenTelemetry has. */
export function formatOf(
  { unit, type }: Pick<Body, 'unit' | 'type'>,
  aggregation: Aggregation,
): (value: number) => string {
  if (aggregation === 'count') return digits;
  const isCount = aggregation === 'rate' && type !== 'sum' && type !== 'gauge';
  if (isCount) return value => `${digits(value)}/s`;
  const after = aggregation === 'rate' ? '/s' : '';
  const factor = Object.hasOwn(milliseconds, unit) ? milliseconds[unit] : undefined;
  if (factor !== undefined && after === '') return value => durationText(value * factor);
  if (unit === 'By') return value => `${bytesText(value)}${after}`;
  if (unit === '%') return value => `${digits(value)} %${after}`;
  const word = /^(?:1|\{.*\})$/u.test(unit) || unit.length > unitCharactersMax ? '' : unit;
  return value => `${digits(value)}${word === '' ? '' : ` ${word}`}${after}`;
}
