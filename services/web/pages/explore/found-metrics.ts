import type { ResponseOf } from '../../../../schemas/http/routes.ts';

type Metric = ResponseOf<'listMetrics'>['metrics'][number];

/** A metric of all services that send it: they have its name and type in common. */
export type Found = Pick<Metric, 'name' | 'type' | 'unit' | 'description'> & {
  readonly isCounter: boolean;
  readonly services: readonly string[];
  readonly attributes: readonly string[];
  readonly seriesCount: number;
};

export const keyOf = ({ name, type }: Pick<Metric, 'name' | 'type'>): string => `${type} ${name}`;

/** One entry for each name and type, in the order in which they come. */
export function foundMetrics(
  metrics: readonly Metric[],
  service: string | undefined,
): readonly Found[] {
  const found = new Map<string, Found>();
  for (const metric of metrics) {
    if (service !== undefined && metric.service !== service) continue;
    const key = keyOf(metric);
    found.set(key, joined(found.get(key), metric));
  }
  return [...found.values()];
}

function joined(before: Found | undefined, metric: Metric): Found {
  const { name, type, unit, description, is_monotonic, temporality } = metric;
  return {
    name,
    type,
    unit,
    description,
    isCounter: type === 'sum' && (is_monotonic || temporality === 'delta'),
    services: [...new Set([...(before?.services ?? []), metric.service])],
    attributes: [...new Set([...(before?.attributes ?? []), ...metric.attributes])].sort(),
    seriesCount: (before?.seriesCount ?? 0) + metric.series_count,
  };
}
