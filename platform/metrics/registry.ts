import { type Family, type Labels, renderPrometheus, type Series } from './exposition.ts';

export type MetricSpec = {
  /** OpenTelemetry name, for example `http.server.request.duration`. */
  readonly name: string;
  readonly help: string;
  /** UCUM, as OpenTelemetry writes units: `s`, `By`; becomes the suffix of the Prometheus name. */
  readonly unit?: string;
};

export type Counter = { readonly add: (value: number, labels?: Labels) => void };
export type Histogram = { readonly record: (value: number, labels?: Labels) => void };

/** What a gauge shows now: one number, or one for each set of labels. */
export type Reading = number | readonly { readonly labels: Labels; readonly value: number }[];

/** The metrics of one process. Asking again for a name gives the same instrument. */
export type Metrics = {
  counter(spec: MetricSpec): Counter;
  /** Several readers of one name add up where their labels are equal. A reader that throws is left out. */
  gauge(spec: MetricSpec, read: () => Reading | Promise<Reading>): void;
  /** `bounds`: upper ends of the buckets, ascending. */
  histogram(spec: MetricSpec & { readonly bounds: readonly number[] }): Histogram;
  /** Prometheus text format 0.0.4. */
  expose(): Promise<string>;
};

/** Sets of labels of one instrument; what comes after is counted under one label that says so. */
export const seriesMax = 2000;

const overflow: Labels = { 'otel.metric.overflow': 'true' };

/** Of request durations, in seconds: what OpenTelemetry advises. */
export const durationBounds: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

type Kind = 'counter' | 'gauge' | 'histogram';
type Entry = {
  readonly kind: Kind;
  readonly spec: MetricSpec;
  readonly instrument?: Counter | Histogram;
  readonly collect: () => readonly Series[] | Promise<readonly Series[]>;
};

export function openMetrics(): Metrics {
  const entries = new Map<string, Entry>();
  const readers = new Map<string, (() => Reading | Promise<Reading>)[]>();

  const known = (name: string, kind: Kind): Entry | undefined => {
    const entry = entries.get(name);
    if (entry !== undefined && entry.kind !== kind) {
      throw new Error(`expected ${name} to be a ${kind}, found a ${entry.kind}`);
    }
    return entry;
  };
  const instrument = <I extends Counter | Histogram>(
    kind: Kind,
    spec: MetricSpec,
    open: () => { readonly instrument: I; readonly collect: Entry['collect'] },
  ): I => {
    const entry = known(spec.name, kind);
    if (entry?.instrument !== undefined) return entry.instrument as I;
    const opened = open();
    entries.set(spec.name, { kind, spec, ...opened });
    return opened.instrument;
  };

  return {
    counter: spec => instrument('counter', spec, openCounter),
    histogram: spec => instrument('histogram', spec, () => openHistogram(spec.bounds)),
    gauge: (spec, read) => {
      const others = readers.get(spec.name);
      if (known(spec.name, 'gauge') !== undefined && others !== undefined) {
        others.push(read);
        return;
      }
      const own = [read];
      readers.set(spec.name, own);
      entries.set(spec.name, { kind: 'gauge', spec, collect: () => readAll(own) });
    },
    expose: async () => renderPrometheus(await Promise.all([...entries.values()].map(familyOf))),
  };
}

const familyOf = async ({ kind, spec, collect }: Entry): Promise<Family> => ({
  ...spec,
  kind,
  series: await collect(),
});

function openCounter(): { instrument: Counter; collect: () => readonly Series[] } {
  const cells = openCells(labels => ({ labels, value: 0 }));
  return {
    instrument: {
      add: (value, labels) => {
        cells.of(labels).value += value;
      },
    },
    collect: () => cells.all().map(({ labels, value }) => ({ suffix: '', labels, value })),
  };
}

type HistogramCell = { readonly labels: Labels; readonly counts: Float64Array; sum: number };

function openHistogram(bounds: readonly number[]): {
  instrument: Histogram;
  collect: () => readonly Series[];
} {
  const cells = openCells<HistogramCell>(labels => ({
    labels,
    counts: new Float64Array(bounds.length + 1),
    sum: 0,
  }));
  return {
    instrument: {
      record: (value, labels) => {
        const cell = cells.of(labels);
        const place = bounds.findIndex(bound => value <= bound);
        const index = place === -1 ? bounds.length : place;
        cell.counts[index] = (cell.counts[index] ?? 0) + 1;
        cell.sum += value;
      },
    },
    collect: () => cells.all().flatMap(cell => histogramSeries(bounds, cell)),
  };
}

function histogramSeries(bounds: readonly number[], cell: HistogramCell): readonly Series[] {
  let total = 0;
  const buckets = Array.from(cell.counts, (count, index) => {
    total += count;
    const le = String(bounds[index] ?? '+Inf');
    return { suffix: '_bucket', labels: { ...cell.labels, le }, value: total };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels: cell.labels, value: cell.sum },
    { suffix: '_count', labels: cell.labels, value: total },
  ];
}

function openCells<Cell>(create: (labels: Labels) => Cell) {
  const cells = new Map<string, Cell>();
  const at = (labels: Labels): Cell | undefined => {
    const key = keyOf(labels);
    const present = cells.get(key);
    if (present !== undefined || cells.size > seriesMax) return present;
    const created = create(cells.size === seriesMax ? overflow : labels);
    cells.set(cells.size === seriesMax ? keyOf(overflow) : key, created);
    return created;
  };
  return {
    of: (labels: Labels = {}): Cell => at(labels) ?? at(overflow) ?? create(overflow),
    all: (): readonly Cell[] => [...cells.values()],
  };
}

async function readAll(
  readers: readonly (() => Reading | Promise<Reading>)[],
): Promise<readonly Series[]> {
  const sums = openCells(labels => ({ labels, value: 0 }));
  const readings = await Promise.allSettled(readers.map(async read => read()));
  for (const reading of readings) {
    if (reading.status === 'rejected') continue;
    const values =
      typeof reading.value === 'number' ? [{ labels: {}, value: reading.value }] : reading.value;
    for (const { labels, value } of values) sums.of(labels).value += value;
  }
  return sums.all().map(({ labels, value }) => ({ suffix: '', labels, value }));
}

const keyOf = (labels: Labels): string => {
  let key = '';
  for (const name in labels) key += `${name}\u0000${labels[name]}\u0000`;
  return key;
};
