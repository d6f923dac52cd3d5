import { setImmediate as otherWork } from 'node:timers/promises';
import { HistoryForgotten } from '../../../platform/errors.ts';
import type { LogRecord, PartitionOffset, TopicLog } from '../../../platform/topic-log/port.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { topics } from '../../../schemas/topics.ts';
import type { RuleLife } from '../core/replay/life.ts';
import { Replay, type ReplayRange } from '../core/replay/replay.ts';
import type { Replayed } from '../core/replay/replayed.ts';
import { evaluationLimits } from '../core/slots.ts';
import { parseWindowsRecord } from '../record.ts';
import { endOf, firstSince, oldestRecord } from '../start.ts';
import { replayLimits } from './limits.ts';

export type ReplayDependencies = {
  readonly topicLog: Pick<TopicLog, 'read' | 'lag'>;
};

export type Watching = {
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** The evaluator's time that was reached. */
  readonly onTime?: (timeMs: number) => void;
};

export type ReplayedLog = {
  readonly rules: ReadonlyMap<string, Replayed>;
  /** The evaluator's time at the end; 0: nothing is known of this range. */
  readonly timeMs: number;
};

/**
 * Evaluates rules once more on the log of a partition. It is read from before the windows that are needed, and from
 * further back when that is not enough to know the evaluator's time. Throws `HistoryForgotten` when it is not kept.
 *  startMs     when the first of the rules begins
 *  requiredMs  from when on the log must be there for it at least
 */
export async function replayLog(
  lives: readonly RuleLife[],
  range: ReplayRange & { readonly startMs: number; readonly requiredMs: number },
  dependencies: ReplayDependencies,
  watching: Watching,
): Promise<ReplayedLog> {
  const { partition, startMs, requiredMs, fromMs } = range;
  const historyMs = historyMsOf(lives);
  const neededMs = requiredMs - historyMs;
  const oldest = await expectKept(partition, { fromMs, neededMs }, dependencies);
  for (const earlierMs of [replayLimits.earlierMs, evaluationLimits.keptSeconds * 1000]) {
    const offset = await firstSince(partition, startMs - historyMs - earlierMs, dependencies);
    const replayed = await readOn(
      new Replay(lives, range),
      { partition, offset },
      dependencies,
      watching,
    );
    const isUnsure = [...replayed.rules.values()].some(rule => rule.isUnsure);
    if (!isUnsure || offset <= oldest) return replayed;
  }
  return readOn(new Replay(lives, range), { partition, offset: oldest }, dependencies, watching);
}

/** What a rule looks back at. */
export const lookBackMsOf = ({ windowMinutes }: Pick<AlertRule, 'windowMinutes'>): number =>
  windowMinutes * 60_000;

const historyMsOf = (lives: readonly RuleLife[]): number =>
  Math.max(0, ...lives.flatMap(({ steps }) => steps.map(({ rule }) => lookBackMsOf(rule))));

/** Offset of the oldest record. A log that was never trimmed has forgotten nothing. */
async function expectKept(
  partition: number,
  { fromMs, neededMs }: { readonly fromMs: number; readonly neededMs: number },
  dependencies: ReplayDependencies,
): Promise<number> {
  const oldest = await oldestRecord(partition, dependencies);
  if (oldest === undefined || oldest.offset === 0) return 0;
  if (oldest.appendedAtMs <= neededMs) return oldest.offset;
  const earliestMs = oldest.appendedAtMs + fromMs - neededMs;
  throw new HistoryForgotten('windows', earliestMs, 'use a later time');
}

async function readOn(
  replay: Replay,
  { partition, offset }: PartitionOffset,
  dependencies: ReplayDependencies,
  { signal, onTime }: Watching,
): Promise<ReplayedLog> {
  const end = await endOf(partition, dependencies);
  const turn = createTurns();
  let next = offset;
  for await (const record of recordsOf({ partition, offset }, end, dependencies)) {
    for (const _ of stepsOf(replay, record)) await turn();
    await turn();
    signal.throwIfAborted();
    onTime?.(replay.timeMs);
    next = record.offset + 1;
    if (replay.isOver) break;
  }
  return { rules: replay.end(next), timeMs: replay.timeMs };
}

async function* recordsOf(
  { partition, offset }: PartitionOffset,
  end: number,
  { topicLog }: ReplayDependencies,
): AsyncGenerator<LogRecord> {
  for (let next = offset; next < end; ) {
    const records = await topicLog.read(
      topics.windows,
      { partition, offset: next },
      {
        recordsMax: replayLimits.readRecordsMax,
        bytesMax: replayLimits.readBytesMax,
      },
    );
    yield* records.filter(record => record.offset < end);
    next = (records.at(-1)?.offset ?? end) + 1;
  }
}

/** A record that nobody can read was left out live as well. */
function stepsOf(replay: Replay, record: LogRecord): Iterable<unknown> {
  try {
    const said = parseWindowsRecord(record);
    if (said.kind === 'tick') return replay.tick(said.tick, record.offset);
    if (said.kind === 'delta') return replay.delta(said.part, record.offset);
    replay.receiving(said.mark, record.offset);
    return [];
  } catch {
    return [];
  }
}

/** Other work gets its turn after a few milliseconds of this. */
function createTurns(): () => Promise<void> {
  let endsMs = performance.now() + replayLimits.turnMs;
  return async () => {
    if (performance.now() < endsMs) return;
    await otherWork();
    endsMs = performance.now() + replayLimits.turnMs;
  };
}
