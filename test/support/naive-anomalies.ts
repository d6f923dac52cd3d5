/** One metric of a service by minutes, in order; undefined: too few requests. */
export type NaiveMinute = { readonly minute: number; readonly value: number | undefined };

type Change = 'above' | 'below' | 'recovered' | 'no_data' | 'new_level';

export type NaiveAnomalyChange = { readonly minute: number; readonly change: Change };

type Metric = 'latency_p95' | 'error_rate' | 'throughput';

const effectMin: Record<Metric, number> = { latency_p95: 10, error_rate: 2, throughput: 10 };

/**
 * What the detector reports in the first days of a service, as its description says: everything is computed anew for
 * each minute from everything that came before it.
 *  stored  a value as a history keeps it
 */
export function naiveAnomalies(
  metric: Metric,
  minutes: readonly NaiveMinute[],
  stored: (value: number) => number,
): NaiveAnomalyChange[] {
  const naive = new NaiveDetector(metric, stored);
  for (const one of minutes) naive.observe(one);
  return naive.changes;
}

type Seen = {
  readonly minute: number;
  readonly verdict: 'above' | 'below' | 'inside' | 'recovered';
};

class NaiveDetector {
  readonly changes: NaiveAnomalyChange[] = [];
  readonly #metric: Metric;
  readonly #stored: (value: number) => number;
  readonly #learned: { minute: number; value: number }[] = [];
  #seen: Seen[] = [];
  #open: { from: number; at: number } | undefined;
  #newSinceHour = 0;

  constructor(metric: Metric, stored: (value: number) => number) {
    this.#metric = metric;
    this.#stored = stored;
  }

  observe({ minute, value }: NaiveMinute): void {
    const band = bandFrom(this.#metric, this.#history(minute));
    const verdict =
      value === undefined || band === undefined ? undefined : this.#verdict(value, band);
    const isOutside = verdict === 'above' || verdict === 'below';
    if (value !== undefined && !isOutside)
      this.#learned.push({ minute, value: this.#stored(value) });
    if (verdict !== undefined) {
      this.#seen.push({ minute, verdict });
      if (this.#open === undefined) this.#mayOpen(minute, verdict);
      else if (this.#isOver(this.#open.at)) this.#end(minute, 'recovered');
    }
    this.#passTime(minute);
  }

  #history(minute: number): number[] {
    const hour = Math.floor(minute / 60);
    return this.#learned
      .map(one => ({ ...one, hour: Math.floor(one.minute / 60) }))
      .filter(one => one.hour > hour - 24 && one.hour >= this.#newSinceHour)
      .map(({ value }) => value)
      .sort((left, right) => left - right);
  }

  #verdict(value: number, { median, width }: NaiveBand): Seen['verdict'] {
    if (value <= median && this.#metric !== 'throughput') return 'recovered';
    const score = Math.abs(value - median) / width;
    if (score > 1) return value > median ? 'above' : 'below';
    return score > 0.8 ? 'inside' : 'recovered';
  }

  #mayOpen(minute: number, verdict: Seen['verdict']): void {
    if (verdict === 'inside' || verdict === 'recovered') return;
    const alike = this.#seen.filter(
      one => one.verdict === verdict && [0, 1, 2, 3, 4].includes(minute - one.minute),
    );
    const [first] = alike;
    if (first === undefined || alike.length < 3) return;
    this.#open = { from: first.minute, at: minute };
    this.changes.push({ minute, change: verdict });
  }

  #isOver(openedAt: number): boolean {
    const since = this.#seen.filter(one => one.minute > openedAt).slice(-5);
    return since.length === 5 && since.every(one => one.verdict === 'recovered');
  }

  #passTime(minute: number): void {
    if (this.#open === undefined) return;
    const last = this.#seen[this.#seen.length - 1]?.minute ?? this.#open.at;
    if (minute - last > 15) this.#end(minute, 'no_data');
    else if (minute - this.#open.from >= 12 * 60) {
      this.#newSinceHour = Math.floor(minute / 60);
      this.#end(minute, 'new_level');
    }
  }

  #end(minute: number, change: Change): void {
    this.changes.push({ minute, change });
    this.#open = undefined;
    this.#seen = [];
  }
}

export type NaiveBand = { readonly median: number; readonly width: number };

export function bandFrom(metric: Metric, sorted: readonly number[]): NaiveBand | undefined {
  if (sorted.length < 30) return undefined;
  const rank = (values: readonly number[], q: number): number =>
    values[Math.ceil(q * values.length) - 1] ?? 0;
  const median = rank(sorted, 0.5);
  if (metric === 'throughput' && median < 10) return undefined;
  const away = sorted.map(value => Math.abs(value - median)).sort((left, right) => left - right);
  const width = Math.max(
    2 * (rank(sorted, 0.99) - median),
    2 * 1.4826 * rank(away, 0.5),
    0.5 * median,
    effectMin[metric],
  );
  return { median, width };
}
