import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { NaiveLog, type NaiveRecord } from './naive-log.ts';
import { type NaiveJudgement, NaiveService } from './naive-service.ts';

export type NaiveScore = NonNullable<NaiveJudgement['score']>;

export type NaiveMetricChange = {
  readonly service: string;
  readonly metric: NaiveJudgement['metric'];
  readonly toMs: number;
  readonly tickMs: number;
  readonly change: NonNullable<NaiveJudgement['change']>;
};

export type NaiveScores = {
  /** By `service metric minute`: the last judgement of each counts. */
  readonly scores: ReadonlyMap<string, NaiveScore>;
  readonly changes: readonly NaiveMetricChange[];
};

/**
 * What a partition of `windows` makes of its services when nothing goes wrong, as the description says: it shares only
 * types with the evaluator. For logs of less than a day.
 *  stored  a value as a history keeps it
 */
export function naiveScores(
  records: readonly NaiveRecord[],
  stored: (value: number) => number,
): NaiveScores {
  const model = new NaiveWatch(stored);
  for (const record of records) model.record(record);
  return model;
}

class NaiveWatch {
  readonly scores = new Map<string, NaiveScore>();
  readonly changes: NaiveMetricChange[] = [];
  readonly #log = new NaiveLog();
  readonly #services = new Map<string, NaiveService>();
  readonly #stored: (value: number) => number;
  /** What came before the time was known is judged as soon as it is. */
  readonly #early: WindowDelta[] = [];
  #settled: number | undefined;

  constructor(stored: (value: number) => number) {
    this.#stored = stored;
  }

  record(record: NaiveRecord): void {
    if (record.kind === 'receiving') this.#log.mark(record.receivingAtMs);
    else if (record.kind === 'delta') this.#add(this.#log.delta(record) ?? []);
    else if (record.kind === 'tick')
      for (const { slot, tickMs } of this.#log.tick(record)) this.#enter(slot, tickMs);
  }

  /** A minute is judged when it ended ten seconds ago … */
  #enter(slot: number, tickMs: number): void {
    const settled = settledAt(slot);
    if (settled === this.#settled) return;
    this.#settled = settled;
    this.#touch(this.#early.splice(0), settled, tickMs);
    for (const service of this.#services.values())
      if (settled >= service.latest) this.#judge(service, settled, tickMs);
  }

  #add(windows: readonly WindowDelta[]): void {
    const requests = windows.filter(({ entry }) => entry);
    for (const window of requests) this.#service(window.service).windows.push(window);
    if (this.#log.timeMs === 0) this.#early.push(...requests);
    else this.#touch(requests, settledAt(this.#log.slot), this.#log.timeMs);
  }

  /** … and again whenever spans come for it later. */
  #touch(windows: readonly WindowDelta[], settled: number, tickMs: number): void {
    for (const name of new Set(windows.map(({ service }) => service))) {
      const service = this.#service(name);
      const own = windows.filter(window => window.service === name);
      const minutes = new Set(own.map(({ time }) => Math.floor(time / 60)));
      for (const minute of [...minutes].sort((left, right) => left - right)) {
        if (minute <= settled) this.#judge(service, minute, tickMs);
        else if (service.latest === 0) service.latest = minute;
      }
    }
  }

  #service(name: string): NaiveService {
    const known = this.#services.get(name) ?? new NaiveService(name, this.#stored);
    this.#services.set(name, known);
    return known;
  }

  #judge(service: NaiveService, minute: number, tickMs: number): void {
    const [fromMs, toMs] = [minute * 60_000, (minute + 1) * 60_000];
    const isUnheard = this.#log.isUnheard(fromMs, toMs);
    for (const { metric, score, change } of service.judge(minute, isUnheard)) {
      if (score !== undefined) this.scores.set(`${service.name} ${metric} ${minute}`, score);
      if (change !== undefined)
        this.changes.push({ service: service.name, metric, toMs, tickMs, change });
    }
  }
}

const settledAt = (slot: number): number => Math.floor((slot - 10) / 60) - 1;
