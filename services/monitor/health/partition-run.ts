import { chunk } from '../../../platform/chunk.ts';
import type { AssignedPartition, LogRecord, TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { HealthCheckRow } from '../../../projections/health/health-checks.ts';
import type { HealthCheckId } from '../../../schemas/health/ids.ts';
import { parseSample, type Sample } from '../../../schemas/samples/record.ts';
import { consumers } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { BookChange } from '../core/health/check-book.ts';
import { CheckBook, merged } from '../core/health/check-book.ts';
import { ownChecks } from './own-checks.ts';
import { sendReports } from './reports.ts';
import { appendSurely, requestAndRecord } from './requests.ts';
import { readLastSamples } from './restore.ts';
import type { SendRequest } from './send-request.ts';

export type HealthMonitoring = {
  readonly topicLog: Pick<TopicLog, 'append' | 'lag' | 'partitions'>;
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly projections: Pick<Projections, 'barrier' | 'list' | 'reached'>;
  readonly clock: () => number;
  readonly sendRequest: SendRequest;
};

/** One partition of `samples` while this process owns it. */
export class PartitionRun {
  readonly #partition: AssignedPartition;
  readonly #dependencies: HealthMonitoring;
  readonly #book = new CheckBook();
  #checks: ReadonlyMap<string, HealthCheckRow> = new Map();
  #synced = { position: -1, atMs: 0 };
  /** The next record. */
  #offset = 0;
  /** Everything that was on the partition then was applied. */
  #drainedMs = 0;
  #isCaughtUp = false;
  #probe: { readonly atMs: number; readonly end: number } | undefined;
  #committed = { atMs: 0, offset: -1 };
  #failure: { readonly error: unknown } | undefined;

  constructor(partition: AssignedPartition, dependencies: HealthMonitoring) {
    this.#partition = partition;
    this.#dependencies = dependencies;
  }

  /**
   * What lies before the offset at which a new owner begins is in the warehouse, and its reports are sent.
   */
  async begin(): Promise<void> {
    const { projections, topicLog, clock, warehouse } = this.#dependencies;
    const { partition, topic, signal } = this.#partition;
    await projections.barrier(signal);
    await this.#read();
    const committed = await this.#partition.committed();
    const lags = await topicLog.lag(consumers.samples.group, topic);
    const stored = lags.find(lag => lag.partition === partition)?.committed ?? 0;
    this.#offset = Math.min(stored, committed?.offset ?? 0);
    this.#drainedMs = Number(committed?.metadata ?? 0);
    const nowMs = clock();
    if (this.#isUnwatched(nowMs))
      this.#book.expectUnwatched({ fromMs: this.#drainedMs, toMs: nowMs });
    const sinceMs = nowMs - limits.health.restoredMsMax;
    const subjects = [...this.#checks.values()];
    const wanted = { partition, offset: this.#offset, sinceMs, subjects };
    const samples = await readLastSamples(wanted, { warehouse, signal });
    this.#book.restore(this.#checks, samples, limits.health.restoredSamplesMax);
  }

  /** Reads what came, decides what follows, and begins what is due. */
  async step(waitMs: number): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const { projections, clock } = this.#dependencies;
    const { readRecordsMax: recordsMax, readBytesMax: bytesMax, syncEveryMs } = limits.health;
    const isOld = clock() - this.#synced.atMs >= syncEveryMs;
    if (isOld && projections.reached() !== this.#synced.position)
      await this.#follow(await this.#sync());
    const records = await this.#partition.read(this.#offset, { recordsMax, bytesMax, waitMs });
    await this.#apply(records);
    this.#partition.signal.throwIfAborted();
    await this.#drain();
    if (!this.#isCaughtUp) return;
    await this.#begin();
    await this.#commit();
  }

  async #sync(): Promise<BookChange> {
    await this.#read();
    return this.#book.sync(this.#checks);
  }

  async #read(): Promise<void> {
    const { projections, topicLog, clock } = this.#dependencies;
    const { partition, topic } = this.#partition;
    this.#synced = { position: projections.reached(), atMs: clock() };
    this.#checks = await ownChecks(partition, await topicLog.partitions(topic), projections);
  }

  async #apply(records: readonly LogRecord[]): Promise<void> {
    const changes: BookChange[] = [];
    for (const record of records) {
      const sample = readable(record);
      if (sample !== undefined) changes.push(this.#book.apply(sample, record.offset));
      this.#offset = record.offset + 1;
    }
    await this.#follow(merged(changes));
  }

  async #follow({ reports, samples }: BookChange): Promise<void> {
    const { topicLog, clock } = this.#dependencies;
    await this.#record(samples);
    await sendReports(reports, { topicLog, clock });
  }

  async #record(samples: readonly Sample[]): Promise<void> {
    const { topicLog } = this.#dependencies;
    const { signal } = this.#partition;
    for (const some of chunk(samples, limits.health.recordsAtOnceMax))
      await appendSurely(some, { topicLog, signal });
  }

  /** Finds out up to when everything was applied. A time without that is one in which nobody watched. */
  async #drain(): Promise<void> {
    const { clock, topicLog } = this.#dependencies;
    const { topic, partition } = this.#partition;
    const nowMs = clock();
    if (this.#probe === undefined && nowMs - this.#drainedMs >= limits.health.probeEveryMs) {
      const lags = await topicLog.lag(consumers.healthChecks.group, topic);
      const end = lags.find(lag => lag.partition === partition)?.end ?? 0;
      this.#probe = { atMs: nowMs, end };
    }
    if (this.#probe === undefined || this.#offset < this.#probe.end) return;
    const { atMs } = this.#probe;
    this.#probe = undefined;
    if (this.#isUnwatched(atMs)) await this.#excuse(atMs);
    this.#drainedMs = atMs;
    this.#isCaughtUp = true;
  }

  /**
   * Records that heartbeats are waited for anew. The commit is the fence: a process that slept, and lost the partition
   * meanwhile, must not say that nobody watched.
   */
  async #excuse(atMs: number): Promise<void> {
    const place = { offset: this.#offset, metadata: String(this.#drainedMs) };
    await this.#partition.commit(place);
    await this.#record(this.#book.unwatched({ fromMs: this.#drainedMs, toMs: atMs }));
  }

  #isUnwatched(nowMs: number): boolean {
    return nowMs - this.#drainedMs > limits.health.unwatchedMsMax;
  }

  async #begin(): Promise<void> {
    const { requests, samples } = this.#book.due(this.#dependencies.clock(), this.#drainedMs);
    await this.#record(samples);
    for (const { checkId, dueMs } of requests) this.#request(checkId, dueMs);
  }

  #request(checkId: HealthCheckId, dueMs: number): void {
    const row = this.#checks.get(checkId);
    const request = row?.check.request;
    if (row === undefined || request === undefined) {
      this.#book.ended(checkId);
      return;
    }
    const { organizationId, requestSealed } = row;
    const { topicLog, sendRequest } = this.#dependencies;
    const { signal } = this.#partition;
    const ended = (id: HealthCheckId): void => this.#book.ended(id);
    const due = { checkId, dueMs, endpoint: { organizationId, request, requestSealed } };
    requestAndRecord(due, { topicLog, sendRequest, ended, signal }).catch((error: unknown) => {
      this.#failure = { error };
    });
  }

  /** The metadata is the time up to which the partition was watched. */
  async #commit(): Promise<void> {
    const { commitEveryMs, commitMovedMs } = limits.health;
    const sinceMs = this.#dependencies.clock() - this.#committed.atMs;
    const hasMoved = this.#offset !== this.#committed.offset;
    if (sinceMs < (hasMoved ? commitMovedMs : commitEveryMs)) return;
    const offset = this.#offset;
    await this.#partition.commit({ offset, metadata: String(this.#drainedMs) });
    this.#committed = { atMs: this.#dependencies.clock(), offset };
  }
}

/** A record that nobody can read is put aside by the processor. */
function readable(record: LogRecord): Sample | undefined {
  try {
    return parseSample(record);
  } catch {
    return undefined;
  }
}
