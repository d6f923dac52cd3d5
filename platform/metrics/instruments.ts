import {
  Gauge,
  Counter as PromCounter,
  Histogram as PromHistogram,
  type Registry,
} from 'prom-client';
import type { MetricSpec } from '../../schemas/probes/metric-spec.ts';
import { abandonable } from '../async/abandonable.ts';

type Labels = Readonly<Record<string, string>>;

export type LooseCounter = { readonly add: (value: number, labels?: Labels) => void };
export type LooseHistogram = { readonly record: (value: number, labels?: Labels) => void };
type LooseReading =
  | number
  | undefined
  | readonly { readonly labels: Labels; readonly value: number }[];
export type LooseRead = () => LooseReading | Promise<LooseReading>;

export const metricLimits = {
  /** Label sets of one instrument. Further ones are counted together under the overflow label. */
  seriesMax: 2_000,
  /** How long an exposition waits for a reader; the check of an engine that is away has failed by then. */
  readMsMax: 3_000,
};

export type MetricLimits = typeof metricLimits;

/** A metric, its name, and where it is shown. */
export type Place = {
  readonly name: string;
  readonly spec: MetricSpec;
  readonly registry: Registry;
  readonly limits: MetricLimits;
};

const overflow: Labels = { otel_metric_overflow: 'true' };

const configOf = ({ name, spec: { help, labels = {} }, registry }: Place) => {
  const names = Object.keys(labels);
  return {
    name,
    help,
    labelNames: names.length === 0 ? [] : [...names, ...Object.keys(overflow)],
    registers: [registry],
  };
};

export function openCounter(place: Place): LooseCounter {
  const counter = new PromCounter(configOf(place));
  const limited = limitLabels(place.limits);
  const add: LooseCounter['add'] = (value, labels = {}) => counter.inc(limited(labels), value);
  for (const labels of listedLabels(place.spec)) add(0, labels);
  return { add };
}

/** Shows a total that somebody else counts. */
export function openObservedCounter(place: Place, read: () => number): void {
  const counter: PromCounter = new PromCounter({
    ...configOf(place),
    collect: () => {
      counter.reset();
      counter.inc(read());
    },
  });
}

export function openHistogram(place: Place): LooseHistogram {
  const buckets = place.spec.type === 'histogram' ? [...place.spec.bounds] : [];
  const histogram = new PromHistogram({ ...configOf(place), buckets });
  const limited = limitLabels(place.limits);
  return { record: (value, labels = {}) => histogram.observe(limited(labels), value) };
}

/** The readers of a gauge, for more to be added. */
export function openGauge(place: Place): LooseRead[] {
  const { limits } = place;
  const readers: LooseRead[] = [];
  const gauge: Gauge = new Gauge({
    ...configOf(place),
    collect: async () => {
      const readings = await Promise.allSettled(readers.map(read => inTime(read, limits)));
      gauge.reset();
      // A reset sets a gauge without labels to 0. Without a reading it has no value.
      gauge.remove({});
      const limited = limitLabels(limits);
      for (const reading of readings) {
        if (reading.status === 'rejected') continue;
        for (const { labels, value } of seriesOf(reading.value)) gauge.inc(limited(labels), value);
      }
    },
  });
  return readers;
}

async function inTime(read: LooseRead, { readMsMax }: MetricLimits): Promise<LooseReading> {
  const reading = read();
  return reading instanceof Promise
    ? abandonable(reading, AbortSignal.timeout(readMsMax))
    : reading;
}

const seriesOf = (reading: LooseReading) => {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
};

/** Every set of listed values; none where a label has values that are found only when they occur. */
const listedLabels = ({ labels = {} }: MetricSpec): readonly Labels[] =>
  Object.entries(labels).reduce<readonly Labels[]>(
    (sets, [name, values]) => sets.flatMap(set => values.map(value => ({ ...set, [name]: value }))),
    [{}],
  );

function limitLabels({ seriesMax }: MetricLimits): (labels: Labels) => Labels {
  const seen = new Set<string>();
  return labels => {
    const key = JSON.stringify(labels);
    if (seen.has(key)) return labels;
    if (seen.size >= seriesMax) return overflow;
    seen.add(key);
    return labels;
  };
}
