import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { bandFrom, type NaiveBand } from './naive-anomalies.ts';
import { durationsOf } from './naive-log.ts';

type Metric = 'latency_p95' | 'error_rate' | 'throughput';
type Figures = {
  readonly observed: number;
  readonly expected: number;
  readonly spread: number;
  readonly score: number;
};

/** What one look at a minute makes of a metric. */
export type NaiveJudgement = {
  readonly metric: Metric;
  readonly score?:
    | (Figures & { readonly state: 'inside' | 'outside' | 'anomaly' })
    | { readonly observed: number; readonly state: 'learning' };
  readonly change?:
    | (Figures & { readonly direction: 'above' | 'below'; readonly fromMs: number })
    | { readonly reason: 'recovered' | 'no_data' };
};

/** A service that keeps every window, and computes everything of a minute anew whenever it is judged. */
export class NaiveService {
  readonly name: string;
  readonly windows: WindowDelta[] = [];
  /** The latest minute that was judged, or the first that can be; 0 without one. */
  latest = 0;
  readonly #metrics: readonly NaiveMetric[];

  constructor(name: string, stored: (value: number) => number) {
    this.name = name;
    this.#metrics = (['latency_p95', 'error_rate', 'throughput'] as const).map(
      metric => new NaiveMetric(metric, stored),
    );
  }

  judge(minute: number, isUnheard: boolean): NaiveJudgement[] {
    this.latest = Math.max(this.latest, minute);
    const own = this.windows.filter(({ time }) => Math.floor(time / 60) === minute);
    const durations = durationsOf(own);
    const n = durations.length;
    const errors = own.reduce((sum, window) => sum + window.errors, 0);
    const values = {
      latency_p95: n < 10 ? undefined : durations[Math.ceil(0.95 * n) - 1],
      error_rate: n < 10 ? undefined : (100 * errors) / n,
      throughput: isUnheard ? undefined : n,
    };
    const at = { minute, isUnheard, latest: this.latest };
    return this.#metrics.map(each => each.judge(at, values[each.metric]));
  }
}

type At = { readonly minute: number; readonly isUnheard: boolean; readonly latest: number };
type Verdict = 'above' | 'below' | 'inside' | 'recovered';

class NaiveMetric {
  readonly metric: Metric;
  readonly #stored: (value: number) => number;
  /** Values that are in their band, by minute. */
  readonly #usual = new Map<number, number>();
  #seen = new Map<number, Verdict>();
  #open: { readonly from: number; readonly at: number } | undefined;

  constructor(metric: Metric, stored: (value: number) => number) {
    this.metric = metric;
    this.#stored = stored;
  }

  judge(at: At, value: number | undefined): NaiveJudgement {
    this.#usual.delete(at.minute);
    const band = bandFrom(this.metric, this.#history(at.minute));
    if (value !== undefined && band !== undefined) return this.#score(at, value, band);
    if (value !== undefined) this.#usual.set(at.minute, this.#stored(value));
    const reason = this.#miss(at);
    return {
      metric: this.metric,
      ...(value !== undefined && { score: { observed: value, state: 'learning' } }),
      ...(reason && { change: { reason } }),
    };
  }

  #score(at: At, value: number, { median, width }: NaiveBand): NaiveJudgement {
    const score = Math.abs(value - median) / width;
    const figures = { observed: value, expected: median, spread: width, score };
    const verdict = this.#verdict(value > median, score);
    const isOutside = verdict === 'above' || verdict === 'below';
    if (!isOutside) this.#usual.set(at.minute, this.#stored(value));
    const seen = this.#see(at, verdict);
    const quiet = isOutside ? 'outside' : 'inside';
    const state = this.#open === undefined ? quiet : 'anomaly';
    const change = typeof seen === 'string' ? { reason: seen } : seen && { ...figures, ...seen };
    return { metric: this.metric, score: { ...figures, state }, ...(change && { change }) };
  }

  /** The same hour and those before it, a day in all. */
  #history(minute: number): number[] {
    const hour = Math.floor(minute / 60);
    const hours = [...this.#usual].filter(([when]) => {
      const ago = hour - Math.floor(when / 60);
      return ago >= 0 && ago < 24;
    });
    return hours.map(([, value]) => value).sort((left, right) => left - right);
  }

  /** Low latency and few errors are no anomaly. */
  #verdict(isAbove: boolean, score: number): Verdict {
    if (!isAbove && this.metric !== 'throughput') return 'recovered';
    if (score > 1) return isAbove ? 'above' : 'below';
    return score > 0.8 ? 'inside' : 'recovered';
  }

  #see(at: At, verdict: Verdict) {
    if (!this.#note(at.minute, verdict)) return this.#pass(at);
    if (this.#open === undefined) return this.#opened() ?? this.#pass(at);
    const openedAt = this.#open.at;
    const isOver = [...this.#seen].every(
      ([minute, each]) => minute > openedAt && each === 'recovered',
    );
    return isOver && this.#seen.size === 5 ? this.#end('recovered') : this.#pass(at);
  }

  /** False: the minute is older than the latest five, and decided. */
  #note(minute: number, verdict: Verdict): boolean {
    if (this.#seen.size === 5 && minute < Math.min(...this.#seen.keys())) return false;
    const seen = [...this.#seen.set(minute, verdict)];
    this.#seen = new Map(seen.sort(([left], [right]) => left - right).slice(-5));
    return true;
  }

  /** Three of the latest five minutes outside, in the same direction. */
  #opened() {
    const [last, direction] = [...this.#seen].at(-1) ?? [0, 'inside'];
    if (direction !== 'above' && direction !== 'below') return undefined;
    const alike = [...this.#seen.keys()].filter(
      minute => minute > last - 5 && this.#seen.get(minute) === direction,
    );
    const [from] = alike;
    if (from === undefined || alike.length < 3) return undefined;
    this.#open = { from, at: last };
    return { direction, fromMs: from * 60_000 } as const;
  }

  /** Without a verdict. If nobody could send, an anomaly goes on as it was. */
  #miss(at: At) {
    if (!at.isUnheard || this.#open === undefined) return this.#pass(at);
    this.#note(at.minute, 'inside');
    return undefined;
  }

  /** A quarter of an hour without a value ends an anomaly. */
  #pass({ latest }: At): 'recovered' | 'no_data' | undefined {
    if (this.#open === undefined) return undefined;
    const last = Math.max(...(this.#seen.size === 0 ? [this.#open.at] : this.#seen.keys()));
    return latest - last > 15 ? this.#end('no_data') : undefined;
  }

  #end(reason: 'recovered' | 'no_data'): typeof reason {
    this.#open = undefined;
    this.#seen = new Map();
    return reason;
  }
}
