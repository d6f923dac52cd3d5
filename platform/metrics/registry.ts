import { Gauge, Counter as PromCounter, Histogram as PromHistogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

export type MetricSpec = {
  /** As Prometheus shows it, with its unit, and `_total` for a counter. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
};

export type Counter = { readonly add: (value: number, labels?: Labels) => void };
export type Histogram = { readonly record: (value: number, labels?: Labels) => void };

/** The current value of a gauge: one number, or one for each set of labels. */
export type Reading = number | readonly { readonly labels: Labels; readonly value: number }[];

type Read = () => Reading | Promise<Reading>;

/** The metrics of one process. A second call with the same name returns the same instrument. */
export type Metrics = {
  counter(spec: MetricSpec): Counter;
  /** Readers of the same name are summed where their labels are equal. A reader that throws adds nothing. */
  gauge(spec: MetricSpec, read: Read): void;
  /** `bounds`: upper ends of the buckets, ascending. */
  histogram(spec: MetricSpec & { readonly bounds: readonly number[] }): Histogram;
  /** Prometheus text format 0.0.4. */
  expose(): Promise<string>;
};

/** Label sets of one instrument. Further ones are counted together under the overflow label. */
export const seriesMax = 2000;

const overflow: Labels = { otel_metric_overflow: 'true' };

/** Bounds for request durations in seconds, as the OpenTelemetry conventions recommend. */
export const durationBounds: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

export function openMetrics(): Metrics {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Read[]>();
  const once = <I>(opened: Map<string, I>, spec: MetricSpec, open: (config: Config) => I): I => {
    const instrument = opened.get(spec.name) ?? open(configOf(spec, registry));
    opened.set(spec.name, instrument);
    return instrument;
  };
  return {
    counter: spec => once(counters, spec, openCounter),
    histogram: spec =>
      once(histograms, spec, config => openHistogram({ ...config, buckets: [...spec.bounds] })),
    gauge: (spec, read) => void once(gauges, spec, openGauge).push(read),
    expose: () => registry.metrics(),
  };
}

type Config = ReturnType<typeof configOf>;

const configOf = ({ name, help, labels = [] }: MetricSpec, registry: Registry) => ({
  name,
  help,
  labelNames: labels.length === 0 ? [] : [...labels, ...Object.keys(overflow)],
  registers: [registry],
});

function openCounter(config: Config): Counter {
  const counter = new PromCounter(config);
  const limited = limitLabels();
  return { add: (value, labels = {}) => counter.inc(limited(labels), value) };
}

function openHistogram(config: Config & { readonly buckets: number[] }): Histogram {
  const histogram = new PromHistogram(config);
  const limited = limitLabels();
  return { record: (value, labels = {}) => histogram.observe(limited(labels), value) };
}

function openGauge(config: Config): Read[] {
  const readers: Read[] = [];
  const gauge = new Gauge({
    ...config,
    collect: async () => {
      const readings = await Promise.allSettled(readers.map(async read => read()));
      gauge.reset();
      // A reset sets a gauge without labels to 0. Without a reading it has no value.
      gauge.remove({});
      const limited = limitLabels();
      for (const reading of readings) {
        if (reading.status === 'rejected') continue;
        for (const { labels, value } of seriesOf(reading.value)) gauge.inc(limited(labels), value);
      }
    },
  });
  return readers;
}

const seriesOf = (reading: Reading) =>
  typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;

function limitLabels(): (labels: Labels) => Labels {
  const seen = new Set<string>();
  return labels => {
    const key = JSON.stringify(labels);
    if (seen.has(key)) return labels;
    if (seen.size >= seriesMax) return overflow;
    seen.add(key);
    return labels;
  };
}
