import type { metricCatalog } from '../../../schemas/probes/metric-catalog.ts';
import type { LabelsOf, NameOf } from '../../../schemas/probes/metric-spec.ts';

type Catalog = typeof metricCatalog;
type MetricName = keyof Catalog;
type HistogramName = NameOf<Catalog, 'histogram'>;

/** Prometheus adds these to each series. */
type TargetLabel = 'job' | 'instance';
type LabelOf<Name extends MetricName> = keyof LabelsOf<Catalog[Name]> & string;

/** A label to group by; `le` is the bucket of a histogram. */
export type Label = TargetLabel | 'le' | { [Name in MetricName]: LabelOf<Name> }[MetricName];

/** A value, or another comparison. */
type Match = string | readonly [operator: '!=' | '=~' | '!~', value: string];

export type Target = Readonly<Partial<Record<TargetLabel, Match>>>;

type Where<Name extends MetricName> = Readonly<Partial<Record<LabelOf<Name>, Match>>>;

/** Selectors of series that exist, all with the labels of their target. A name that is not in the catalog does not compile. */
export type Selectors = {
  readonly series: <Name extends Exclude<MetricName, HistogramName>>(
    name: Name,
    where?: Where<Name>,
  ) => string;
  readonly histogram: <Name extends HistogramName>(
    name: Name,
    part: 'bucket' | 'count' | 'sum',
    where?: Where<Name>,
  ) => string;
  /** Whether Prometheus reaches each target. */
  readonly up: string;
};

export const selectorsOf = (target: Target): Selectors => {
  const select = (name: string, where: Readonly<Partial<Record<string, Match>>> = {}): string =>
    `${name}{${Object.entries({ ...where, ...target })
      .flatMap(matcher)
      .join(', ')}}`;
  return {
    series: select,
    histogram: (name, part, where) => select(`${name}_${part}`, where),
    up: select('up'),
  };
};

const matcher = ([label, match]: readonly [string, Match | undefined]): string[] => {
  if (match === undefined) return [];
  const [operator, value] = typeof match === 'string' ? ['=', match] : match;
  return [`${label}${operator}${JSON.stringify(value)}`];
};

/** One series for each set of these labels. */
export const by = (
  how: 'sum' | 'max' | 'min',
  labels: readonly Label[],
  expression: string,
): string => `${how}${labels.length === 0 ? ' ' : ` by (${labels.join(', ')}) `}(${expression})`;

export const rate = (series: string, range: string): string => `rate(${series}[${range}])`;
export const increase = (series: string, range: string): string => `increase(${series}[${range}])`;

/** The least value of each series over the range: it was never below. */
export const least = (series: string, range: string): string =>
  `min_over_time(${series}[${range}])`;
