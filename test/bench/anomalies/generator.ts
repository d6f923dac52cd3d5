import { bucketOf } from '../../../schemas/window.ts';
import { openSeeded, type Seeded } from '../seeded.ts';
import { normal, poisson, share } from './draws.ts';
import { type Label, minutesOfDay, type Scenario, setMinutes } from './scenarios.ts';

/** All requests of a service in a minute, as the windows of that minute add up. */
export type Minute = {
  /** Start, in seconds since 1970. */
  readonly time: number;
  readonly n: number;
  readonly errors: number;
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};

export type LabelledCase = {
  readonly minutes: readonly Minute[];
  readonly labels: readonly Label[];
};

/** A Monday, 00:00 UTC. */
const beginSeconds = Date.UTC(2026, 0, 5) / 1000;

const medianNanos = 80e6;
/** Of the logarithm of a duration within a minute. */
const durationSpread = 0.5;
const errorShare = 0.01;
/** How much of the level of a minute goes on in the next. */
const persistence = 0.8;
/** The nightly job and the weekly one begin so many minutes early or late. */
const jobJitterMinutes = 2;

type Levels = { readonly requests: number; readonly latency: number; readonly errors: number };

/** Two weeks of a service, minute by minute. The same seed gives the same set. */
export function generate(scenario: Scenario, seed: string): LabelledCase {
  const random = openSeeded(`${seed} ${scenario.name}`);
  const labels = scenario.labels(random);
  const jobs = jobStarts(random);
  const drift = { requests: 0, latency: 0 };
  const minutes = Array.from({ length: setMinutes }, (_, at): Minute => {
    for (const name of ['requests', 'latency'] as const)
      drift[name] = persistence * drift[name] + innovation(scenario.noise) * normal(random);
    const season = scenario.hasSeason ? seasonAt(at, jobs) : flat;
    const outlier = random.number() < scenario.outlierShare ? between(random, 2, 4) : 1;
    const levels = incidentAt(at, labels, {
      requests: scenario.perMinute * season.requests * Math.exp(drift.requests),
      latency: season.latency * Math.exp(drift.latency) * outlier,
      errors: errorShare * outlier,
    });
    return minuteOf(at, levels, random);
  });
  return { minutes, labels };
}

const between = (random: Seeded, low: number, high: number): number =>
  low + (high - low) * random.number();

const innovation = (noise: number): number => noise * Math.sqrt(1 - persistence ** 2);

const flat = { requests: 1, latency: 1 } as const;

type Jobs = { readonly nightly: readonly number[]; readonly weekly: readonly number[] };

/** Minutes at which the jobs begin: one at 02:00 each night, one at 04:00 on Sundays, an hour each. */
function jobStarts(random: Seeded): Jobs {
  const jitter = (): number => Math.round(between(random, -jobJitterMinutes, jobJitterMinutes));
  const days = Array.from({ length: setMinutes / minutesOfDay }, (_, day) => day);
  return {
    nightly: days.map(day => day * minutesOfDay + 2 * 60 + jitter()),
    weekly: days.filter(day => day % 7 === 6).map(day => day * minutesOfDay + 4 * 60 + jitter()),
  };
}

/** Traffic follows the day and is half as much at weekends; latency follows traffic, and doubles while a job runs. */
function seasonAt(at: number, { nightly, weekly }: Jobs): Pick<Levels, 'requests' | 'latency'> {
  const ofDay = (at % minutesOfDay) / minutesOfDay;
  // Lowest at 03:00, highest at 15:00.
  const wave = (1 - Math.cos(2 * Math.PI * (ofDay - 3 / 24))) / 2;
  const isWeekend = Math.floor(at / minutesOfDay) % 7 >= 5;
  const requests = (0.4 + 0.6 * wave) * (isWeekend ? 0.5 : 1);
  const runs = (starts: readonly number[]) => starts.some(start => at >= start && at < start + 60);
  const job = (runs(nightly) ? 1.8 : 1) * (runs(weekly) ? 2.5 : 1);
  return { requests, latency: (1 + 0.3 * wave) * job };
}

function incidentAt(at: number, labels: readonly Label[], levels: Levels): Levels {
  const label = labels.find(({ from, to }) => at >= from && at < to);
  if (label === undefined) return levels;
  const { metric, effect, shape, from, to } = label;
  const grown = shape === 'step' ? 1 : (at - from) / (to - from);
  if (metric === 'error_rate') return { ...levels, errors: levels.errors + (grown * effect) / 100 };
  const factor = 1 + (effect - 1) * grown;
  return metric === 'throughput'
    ? { ...levels, requests: levels.requests * factor }
    : { ...levels, latency: levels.latency * factor };
}

function minuteOf(at: number, { requests, latency, errors }: Levels, random: Seeded): Minute {
  const n = poisson(random, requests);
  const bars = new Map<number, number>();
  for (let request = 0; request < n; request++) {
    const bucket = bucketOf(medianNanos * latency * Math.exp(durationSpread * normal(random)));
    bars.set(bucket, (bars.get(bucket) ?? 0) + 1);
  }
  const buckets = [...bars.keys()].sort((left, right) => left - right);
  return {
    time: beginSeconds + at * 60,
    n,
    errors: share(random, n, errors),
    buckets,
    counts: buckets.map(bucket => bars.get(bucket) ?? 0),
  };
}
