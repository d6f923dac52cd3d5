import type { Seeded } from '../seeded.ts';

/** What a detector looks at; the directions in which each is an anomaly are part of the set. */
export const labelledMetrics = ['latency_p95', 'error_rate', 'throughput'] as const;

export type LabelledMetric = (typeof labelledMetrics)[number];

/** An incident: minutes since the beginning of the set, `to` not part of it. */
export type Label = {
  readonly metric: LabelledMetric;
  readonly from: number;
  readonly to: number;
  /** Factor on latency and throughput; percentage points on the error rate. */
  readonly effect: number;
  /** `drift`: the effect grows linearly from nothing. */
  readonly shape: 'step' | 'drift';
};

export type Scenario = {
  readonly name: 'season' | 'noise' | 'sparse' | 'shift' | 'spike' | 'drift';
  readonly labels: (random: Seeded) => readonly Label[];
  /** Requests in a minute, on average. */
  readonly perMinute: number;
  readonly hasSeason: boolean;
  /** Standard deviation of the logarithm of the level of a minute. */
  readonly noise: number;
  /** Share of minutes that are slow or fail alone, which is no incident. */
  readonly outlierShare: number;
};

export const minutesOfDay = 1440;
export const weekMinutes = 7 * minutesOfDay;
export const setMinutes = 2 * weekMinutes;

const seasonal = { perMinute: 100, hasSeason: true, noise: 0.05, outlierShare: 1 / 1000 } as const;

const between = (random: Seeded, low: number, high: number): number =>
  low + (high - low) * random.number();

/** Incidents that begin once in each stretch of the second week, so that they never meet. */
function incidents(
  random: Seeded,
  count: number,
  durations: readonly [number, number],
  effectOf: (metric: LabelledMetric, index: number) => number,
): Label[] {
  const stretch = Math.floor(weekMinutes / count);
  return Array.from({ length: count }, (_, index) => {
    const metric = labelledMetrics[index % labelledMetrics.length] ?? 'latency_p95';
    const length = Math.round(between(random, ...durations));
    const latest = stretch - length - 60;
    const from = weekMinutes + index * stretch + Math.floor(between(random, 0, latest));
    return { metric, from, to: from + length, effect: effectOf(metric, index), shape: 'step' };
  });
}

/** Half of the incidents of throughput are a loss, the others a rush. */
const isLoss = (index: number): boolean => index % 6 === 2;

function shifts(random: Seeded): Label[] {
  return incidents(random, 6, [60, 240], (metric, index) => {
    if (metric === 'latency_p95') return between(random, 2.5, 3.5);
    if (metric === 'error_rate') return between(random, 8, 15);
    return isLoss(index) ? between(random, 0.1, 0.3) : between(random, 2.5, 3.5);
  });
}

function spikes(random: Seeded): Label[] {
  return incidents(random, 12, [5, 10], (metric, index) => {
    if (metric === 'latency_p95') return between(random, 4, 8);
    if (metric === 'error_rate') return between(random, 20, 40);
    return isLoss(index) ? between(random, 0, 0.1) : between(random, 4, 6);
  });
}

const drifts = (random: Seeded): Label[] =>
  incidents(random, 3, [720, 720], () => 3).map(label => ({
    ...label,
    metric: 'latency_p95',
    shape: 'drift',
  }));

const none = (): Label[] => [];

/** The set. Everything before the second week is without incidents. */
export const scenarios: readonly Scenario[] = [
  { name: 'season', ...seasonal, labels: none },
  {
    name: 'noise',
    perMinute: 60,
    hasSeason: false,
    noise: 0.15,
    outlierShare: 1 / 300,
    labels: none,
  },
  {
    name: 'sparse',
    perMinute: 8,
    hasSeason: true,
    noise: 0.05,
    outlierShare: 1 / 1000,
    labels: none,
  },
  { name: 'shift', ...seasonal, labels: shifts },
  { name: 'spike', ...seasonal, labels: spikes },
  { name: 'drift', ...seasonal, labels: drifts },
];
