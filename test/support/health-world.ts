import { setImmediate as otherWork } from 'node:timers/promises';
import { ProducerFenced } from '../../platform/errors.ts';
import type {
  AssignedPartition,
  LogRecord,
  NewRecord,
  OffsetAndMetadata,
} from '../../platform/topic-log/port.ts';
import { type HealthCheckRow, healthChecks } from '../../projections/health/health-checks.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import type { EventOf, EventPayload } from '../../schemas/events/event.ts';
import type { HealthEvent } from '../../schemas/health/events.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { parseSample, type Sample, sampleRecord } from '../../schemas/samples/record.ts';
import { consumers, topics } from '../../schemas/topics.ts';
import { limits } from '../../services/monitor/config.ts';
import { PartitionRun } from '../../services/monitor/health/partition-run.ts';
import type { SendRequest } from '../../services/monitor/health/send-request.ts';
import { openDecidedWorld } from './decided-world.ts';
import { recordedAt, toEvent } from './given.ts';

export type Monitor = {
  readonly step: () => Promise<void>;
  readonly kill: () => void;
};

/** A log, a decider and a warehouse in memory under one clock, and monitors that come and go. */
export function openHealthWorld({
  partitions = 1,
  beginsAtMs = 1_795_563_000_000,
  sendRequest = passing,
}: {
  readonly partitions?: number;
  readonly beginsAtMs?: number;
  readonly sendRequest?: SendRequest;
} = {}) {
  let nowMs = beginsAtMs;
  const logs: LogRecord[][] = Array.from({ length: partitions }, () => []);
  const committed = new Map<number, OffsetAndMetadata>();
  /** How far the processor is, by partition. */
  const stored = logs.map(() => 0);
  const owners = new Map<number, AbortController>();
  const queue: Command[] = [];
  const decided = new Set<string>();
  const rows = new Map<string, HealthCheckRow>();
  const facts: EventPayload[] = [];
  const world = openDecidedWorld();
  let position = 0;

  const append = (topic: string, records: readonly NewRecord[]): void => {
    for (const { key, value, headers } of records) {
      if (topic === topics.commands) queue.push(parseCommand(value, headers));
      else {
        const partition = partitionOf(key, partitions);
        const log = logs[partition] as LogRecord[];
        log.push({ partition, offset: log.length, key, value, headers, appendedAtMs: nowMs });
      }
    }
  };
  const happen = (fact: EventPayload): void => {
    position++;
    facts.push(fact);
    if (healthChecks.types === 'all' || !healthChecks.types.has(fact.type as HealthEvent['type']))
      return;
    const event = toEvent(fact, nowMs) as EventOf<HealthEvent['type']>;
    for (const key of healthChecks.keys(event, recordedAt(position))) {
      const row = healthChecks.project(rows.get(key), event, key, recordedAt(position));
      if (row === undefined) rows.delete(key);
      else rows.set(key, row);
    }
  };
  const decide = (command: Command): void => {
    if (decided.has(command.id)) return;
    decided.add(command.id);
    const decision = world.command(command);
    if (decision.kind === 'rejected') throw new Error(decision.message);
    for (const append of decision.appends) for (const fact of append.facts) happen(fact);
  };
  const topicLog = {
    append: async (topic: string, records: readonly NewRecord[]) => {
      append(topic, records);
      return [];
    },
    partitions: async () => partitions,
    lag: async (group: string, topic: string) =>
      logs.map((log, partition) => ({
        group,
        topic,
        partition,
        committed: group === consumers.samples.group ? (stored[partition] ?? 0) : 0,
        end: log.length,
      })),
  };
  const projections = {
    barrier: async () => undefined,
    reached: () => position,
    list: (_: unknown, { after = '', limit }: { after?: string; limit: number }) =>
      [...rows]
        .filter(([key]) => key > after)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .slice(0, limit)
        .map(([key, row]) => ({ key, row })),
  };
  const warehouse = {
    query: async (_: string, parameters: Readonly<Record<string, unknown>>) => {
      const { partition, offset, subjects } = parameters as {
        readonly partition: number;
        readonly offset: number;
        readonly subjects: readonly string[];
      };
      return lastRows(logs[partition] ?? [], offset, subjects);
    },
  };
  const monitor = (partition: number): Monitor => {
    const over = new AbortController();
    owners.set(partition, over);
    const assigned: AssignedPartition = {
      topic: topics.samples,
      partition,
      signal: over.signal,
      committed: async () => committed.get(partition),
      read: async (offset, { recordsMax }) =>
        (logs[partition] ?? []).slice(offset, offset + recordsMax),
      commit: async place => {
        if (owners.get(partition) !== over) throw new ProducerFenced();
        committed.set(partition, place);
      },
    };
    const dependencies = {
      topicLog,
      projections: projections as never,
      warehouse: warehouse as never,
      clock: () => nowMs,
      sendRequest,
    };
    const run = new PartitionRun(assigned, dependencies);
    const begun = run.begin();
    const fencedOff = (error: unknown): void => {
      over.abort();
      if (!(error instanceof ProducerFenced)) throw error;
    };
    return {
      step: async () => {
        await begun;
        if (!over.signal.aborted) await run.step(0).catch(fencedOff);
        // Requests that were begun go on beside the steps.
        await otherWork();
      },
      kill: () => over.abort(),
    };
  };
  return {
    facts,
    rows,
    now: () => nowMs,
    advanceTo: (atMs: number): void => {
      nowMs = Math.max(nowMs, atMs);
    },
    monitor,
    decide,
    send: (sample: Sample): void => append(topics.samples, [sampleRecord(sample)]),
    /** Decides at most so many of the commands that wait. */
    decideSome: (count = queue.length): void => {
      for (const command of queue.splice(0, count)) decide(command);
    },
    /** The processor comes as far as this share of each partition. */
    store: (share = 1): void => {
      for (const [partition, log] of logs.entries())
        stored[partition] = Math.max(stored[partition] ?? 0, Math.floor(log.length * share));
    },
    /** What the table has: of samples with one id the first. */
    samples: (): readonly Sample[] => {
      const found = new Map<string, Sample>();
      for (const record of logs.flat()) {
        const sample = parseSample(record);
        if (sample !== undefined && !found.has(sample.id)) found.set(sample.id, sample);
      }
      return [...found.values()];
    },
    recorded: (): number => logs.flat().length,
  };
}

const passing: SendRequest = async () => ({ outcome: 'passed', durationMs: 1, httpStatus: 200 });

/** The rows of the statement that reads the last samples. */
function lastRows(log: readonly LogRecord[], before: number, subjects: readonly string[]) {
  return subjects.flatMap(subject =>
    log
      .filter(({ offset, key }) => key === subject && offset < before)
      .slice(-limits.health.restoredSamplesMax)
      .map(record => {
        const sample = parseSample(record) as Sample;
        return {
          organization: sample.organizationId,
          subject,
          at_offset: String(record.offset),
          at_ms: String(sample.atMs),
          id: sample.id,
          kind_name: sample.kind,
          outcome_name: sample.outcome,
          error_text: sample.error ?? '',
        };
      }),
  );
}
