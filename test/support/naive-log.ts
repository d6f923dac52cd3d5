import type { MeasureRecord, WindowDelta } from '../../schemas/telemetry/window-record.ts';

/** Records of `windows` as tests write them, and what they say of time, outages and windows, from the description alone. */

export type NaiveRecord =
  | { readonly kind: 'receiving'; readonly receivingAtMs: number }
  | { readonly kind: 'anomalies'; readonly position: number; readonly after: number }
  | ({ readonly kind: 'measure' } & MeasureRecord)
  | {
      readonly kind: 'tick';
      readonly sources: number;
      readonly ticks: readonly { readonly source: number; readonly receivedUpToMs: number }[];
    }
  | {
      readonly kind: 'delta';
      readonly source: number;
      readonly first: number;
      readonly last: number;
      readonly part: number;
      readonly parts: number;
      readonly windows: readonly WindowDelta[];
    };

type Tick = Extract<NaiveRecord, { readonly kind: 'tick' }>;
type Delta = Extract<NaiveRecord, { readonly kind: 'delta' }>;

export class NaiveLog {
  readonly #reached = new Map<number, number>();
  readonly #parts = new Map<string, Map<number, readonly WindowDelta[]>>();
  readonly #applied = new Set<string>();
  readonly #marks: { readonly atMs: number; readonly aheadMs: number }[] = [];
  #timeMs = 0;
  #reachedMs = 0;
  #slot = 0;

  /** The evaluator's time; 0 before every source was heard of. */
  get timeMs(): number {
    return this.#timeMs;
  }

  get slot(): number {
    return this.#slot;
  }

  /** Each slot that the time enters with this tick, with the time at which it is looked at. */
  *tick({ sources, ticks }: Tick): Generator<{ readonly slot: number; readonly tickMs: number }> {
    for (const { source, receivedUpToMs } of ticks)
      this.#reached.set(source, Math.max(this.#reached.get(source) ?? 0, receivedUpToMs));
    const next = this.#reached.size < sources ? 0 : Math.min(...this.#reached.values());
    if (next <= this.#timeMs) return;
    this.#reachedMs = next;
    const last = Math.floor(next / 10_000) * 10;
    for (let at = this.#timeMs === 0 ? last : this.#slot + 10; at <= last; at += 10) {
      this.#slot = at;
      yield { slot: at, tickMs: at === last ? next : at * 1000 };
    }
    this.#timeMs = next;
  }

  mark(atMs: number): void {
    if (atMs <= (this.#marks.at(-1)?.atMs ?? 0)) return;
    this.#marks.push({ atMs, aheadMs: Math.max(0, this.#timeMs - atMs) });
  }

  /** Half a minute without a mark is an outage, and more than a tenth of a range in one says nothing. */
  isUnheard(fromMs: number, toMs: number): boolean {
    const stretches = this.#marks.map(({ atMs, aheadMs }, index) => {
      const next = this.#marks[index + 1];
      const isOutage = (next?.atMs ?? this.#reachedMs - aheadMs) - atMs >= 30_000;
      return isOutage ? [atMs, next?.atMs ?? this.#reachedMs] : [0, 0];
    });
    const missed = stretches.map(([begin = 0, end = 0]) =>
      Math.max(0, Math.min(end, toMs) - Math.max(begin, fromMs)),
    );
    return missed.reduce((sum, ms) => sum + ms, 0) * 10 > toMs - fromMs;
  }

  /** The windows of a delta when its last part came, and once. */
  delta({ source, first, part, parts, windows }: Delta): readonly WindowDelta[] | undefined {
    const name = `${source}/${first}`;
    if (this.#applied.has(name)) return undefined;
    const come = this.#parts.get(name) ?? new Map<number, readonly WindowDelta[]>();
    this.#parts.set(name, come.set(part, windows));
    if (come.size < parts) return undefined;
    this.#applied.add(name);
    return [...come.entries()].sort(([left], [right]) => left - right).flatMap(([, some]) => some);
  }
}

/** Durations of all requests in ms, ascending. */
export const durationsOf = (windows: readonly WindowDelta[]): number[] =>
  windows
    .flatMap(({ buckets, counts }) =>
      buckets.flatMap((bucket, at) => Array<number>(counts[at] ?? 0).fill(middleMs(bucket))),
    )
    .sort((left, right) => left - right);

/** Of a bucket of doubles that share their top bits: the average of its bounds. */
function middleMs(bucket: number): number {
  const bytes = new DataView(new ArrayBuffer(8));
  const bound = (at: number): number => {
    bytes.setUint32(0, (at + (0x3ff00000 >>> 14)) << 14);
    bytes.setUint32(4, 0);
    return bytes.getFloat64(0);
  };
  return (bound(bucket) + bound(bucket + 1)) / 2 / 1e6;
}
