import type { Log } from '../../../platform/log.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { randomUuid } from '../../../platform/uuid.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { topics } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import {
  type Canary,
  type CanaryOutcome,
  type FoundSpans,
  judgedCanaries,
  sentCanary,
} from '../core/canary.ts';
import type { Deadman } from './deadman.ts';
import { type FailureLog, openFailureLog } from './failure-log.ts';
import type { CanaryFigures } from './figures.ts';
import { readCanaries } from './read.ts';
import { canaryRecord, canarySpans } from './trace.ts';

export type CanaryDependencies = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly clock: () => number;
  readonly log: Log;
  readonly figures: CanaryFigures;
  readonly deadman: Pick<Deadman, 'whole'>;
};

/**
 * The canaries that this process sent while it owns them. Their ids are random and nothing of them is kept, so those of
 * an earlier owner are nobody's: they are neither lost nor doubled.
 */
export class CanaryFlight {
  readonly #dependencies: CanaryDependencies;
  readonly #sending: FailureLog;
  readonly #returning: FailureLog;
  #canaries: readonly Canary[] = [];
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(dependencies: CanaryDependencies) {
    const { log } = dependencies;
    this.#dependencies = dependencies;
    this.#sending = openFailureLog(log, {
      failed: 'canary not sent, trying again',
      again: 'canary sent again',
    });
    this.#returning = openFailureLog(log, {
      failed: 'canary lost: its trace cannot be read',
      again: 'canary came back again',
    });
  }

  /** Sends a canary if it is time for one. Without the log there is none. */
  async sendIfDue(): Promise<void> {
    const { topicLog, clock, figures } = this.#dependencies;
    const { everyMs, watchedMax } = limits.canary;
    const sentMs = clock();
    if (sentMs < this.#nextMs || this.#canaries.length >= watchedMax) return;
    this.#nextMs = sentMs + everyMs;
    const traceId = randomUuid().replaceAll('-', '');
    try {
      await topicLog.append(topics.spans, [canaryRecord(traceId, sentMs)]);
      this.#canaries = [...this.#canaries, sentCanary(traceId, sentMs)];
      figures.sent('sent');
      this.#sending();
    } catch (error) {
      figures.sent('unsent');
      this.#sending({ err: error });
    }
  }

  /** Reads what came back. Rejects only when the signal aborts. */
  async readBack(signal: AbortSignal): Promise<void> {
    const { clock, figures } = this.#dependencies;
    const asked = this.#canaries;
    if (asked.length === 0) return;
    const beganMs = clock();
    const found = await this.#read(asked, signal);
    const endedMs = clock();
    const { lostAfterMs, watchedMs } = limits.canary;
    const reading = { beganMs, endedMs, found };
    const judging = { lostAfterMs, watchedMs, spans: canarySpans };
    const judged = judgedCanaries(asked, reading, judging);
    const sentMeanwhile = this.#canaries.slice(asked.length);
    this.#canaries = [...judged.canaries, ...sentMeanwhile];
    for (const outcome of judged.outcomes) {
      figures.judged(outcome, endedMs);
      this.#say(outcome);
    }
  }

  /** Undefined while the warehouse is away: its own check says why. */
  async #read(
    canaries: readonly Canary[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, FoundSpans> | undefined> {
    const sinceMs = Math.min(...canaries.map(({ sentMs }) => sentMs));
    try {
      return await readCanaries(sinceMs, { ...this.#dependencies, signal });
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  #say(outcome: CanaryOutcome): void {
    const { log, deadman } = this.#dependencies;
    const { kind, traceId } = outcome;
    if (kind === 'lost') this.#returning({ traceId });
    if (kind === 'returned') this.#returning();
    if (kind === 'doubled')
      log.warn({ traceId }, 'canary doubled: a span of its trace is stored twice');
    if (kind === 'returned' && outcome.isWhole) deadman.whole();
  }
}
