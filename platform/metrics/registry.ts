import { Registry } from 'prom-client';
import { metricCatalog } from '../../schemas/probes/metric-catalog.ts';
import type {
  LabelsOf,
  MetricCatalog,
  MetricSpec,
  NameOf,
} from '../../schemas/probes/metric-spec.ts';
import {
  type LooseRead,
  type MetricLimits,
  metricLimits,
  openCounter,
  openGauge,
  openHistogram,
  openObservedCounter,
  type Place,
} from './instruments.ts';

/** The labels of a value; no argument where the metric has none. */
type Given<Spec> = keyof LabelsOf<Spec> extends never ? [] : [labels: LabelsOf<Spec>];

export type Counter<Spec> = { readonly add: (value: number, ...labels: Given<Spec>) => void };
export type Histogram<Spec> = { readonly record: (value: number, ...labels: Given<Spec>) => void };

/** The current value of a gauge, for each set of labels if it has any. Undefined: it has none now. */
type Reading<Spec> = keyof LabelsOf<Spec> extends never
  ? number | undefined
  : readonly { readonly labels: LabelsOf<Spec>; readonly value: number }[];

type Read<Spec> = () => Reading<Spec> | Promise<Reading<Spec>>;

/** The metrics of one process, as the catalog describes them. A second call with the same name returns the same instrument. */
export type Metrics<Catalog extends MetricCatalog = typeof metricCatalog> = {
  counter<Name extends NameOf<Catalog, 'counter'>>(name: Name): Counter<Catalog[Name]>;
  /** A counter without labels that somebody else counts. */
  observedCounter(name: NameOf<Catalog, 'counter'>, read: () => number): void;
  /** Readers of the same name are summed where their labels are equal. One that throws, or is late, adds nothing. */
  gauge<Name extends NameOf<Catalog, 'gauge'>>(name: Name, read: Read<Catalog[Name]>): void;
  histogram<Name extends NameOf<Catalog, 'histogram'>>(name: Name): Histogram<Catalog[Name]>;
  /** Prometheus text format 0.0.4. */
  expose(): Promise<string>;
};

/** The metrics of the catalog of Tidemark, or of another one. */
export function openMetrics(): Metrics;
export function openMetrics<Catalog extends MetricCatalog>(
  catalog: Catalog,
  limits?: Partial<MetricLimits>,
): Metrics<Catalog>;
export function openMetrics(
  catalog: MetricCatalog = metricCatalog,
  limits: Partial<MetricLimits> = {},
): Metrics<MetricCatalog> {
  const registry = new Registry();
  const place = (name: string, type: MetricSpec['type']): Place => {
    const spec = catalog[name];
    if (spec?.type !== type)
      throw new Error(`expected ${name} to be a ${type}, found ${spec?.type}`);
    return { name, spec, registry, limits: { ...metricLimits, ...limits } };
  };
  const counters = openOnce(name => openCounter(place(name, 'counter')));
  const histograms = openOnce(name => openHistogram(place(name, 'histogram')));
  const gauges = openOnce(name => openGauge(place(name, 'gauge')));
  return {
    counter: counters,
    observedCounter: (name, read) => openObservedCounter(place(name, 'counter'), read),
    histogram: histograms,
    gauge: (name, read) => void gauges(name).push(read as LooseRead),
    expose: () => registry.metrics(),
  };
}

function openOnce<Instrument>(open: (name: string) => Instrument): (name: string) => Instrument {
  const opened = new Map<string, Instrument>();
  return name => {
    const instrument = opened.get(name) ?? open(name);
    opened.set(name, instrument);
    return instrument;
  };
}
