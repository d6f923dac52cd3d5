import { setImmediate as otherWork } from 'node:timers/promises';
import { conditionsOf } from '../../../domain/alerts/evaluation/conditions.ts';
import { evaluationLimits } from '../../../domain/alerts/evaluation/windows/slots.ts';
import type { RuleLife } from '../../../domain/alerts/replay/life.ts';
import { Replay, type ReplayRange } from '../../../domain/alerts/replay/replay.ts';
import type { Replayed } from '../../../domain/alerts/replay/replayed.ts';
import { HistoryForgotten } from '../../../platform/errors.ts';
import type { LogRecord, PartitionOffset, TopicLog } from '../../../platform/topic-log/port.ts';
import type { AlertRule } from '../../../schemas/alerts/rule.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import { topics } from '../../../schemas/topics.ts';
import type { AnomalyEvents } from '../../anomalies/anomaly-events.ts';
import { knownSince } from './known-since.ts';
import { replayLimits } from './limits.ts';
import { endOf, firstSince, oldestRecord } from './windows-log.ts';
import { parseWindowsRecord, type WindowsRecord } from './windows-record.ts';

export type ReplayDependencies = {
  readonly topicLog: Pick<TopicLog, 'read' | 'lag'>;
  readonly anomalies: AnomalyEvents;
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
 * further back when that is not enough to know the evaluator's time or the anomalies. Throws `HistoryForgotten` when
 * it is not kept.
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
  const { openAt: openAnomaliesAt } = dependencies.anomalies;
  const historyMs = historyMsOf(lives);
  const neededMs = requiredMs - historyMs;
  const oldest = await expectKept(partition, { fromMs, neededMs }, dependencies);
  const earlier = [replayLimits.earlierMs, evaluationLimits.keptSeconds * 1000];
  for (const earlierMs of [...earlier, Number.POSITIVE_INFINITY]) {
    const sinceMs = startMs - historyMs - earlierMs;
    const offset = Math.max(oldest, await firstSince(partition, sinceMs, dependencies));
    const replay = new Replay(lives, range, { from: offset, openAnomaliesAt });
    const replayed = await readOn(replay, { partition, offset }, dependencies, watching);
    const rules = [...replayed.rules.values()];
    const isUnknown = rules.some(({ unknownUpToMs }) => unknownUpToMs >= requiredMs);
    if (isUnknown) {
      const place = { partition, oldest, offset };
      await expectRecorded(place, fromMs - requiredMs, dependencies, watching.signal);
    }
    if (offset <= oldest || !(isUnknown || rules.some(({ isUnsure }) => isUnsure))) return replayed;
  }
  throw new Error('expected the log to be read from its first record on');
}

/** What a rule looks back at. */
const lookBackMsOf = (rule: AlertRule): number =>
  minuteMs * Math.max(...conditionsOf(rule).map(({ windowMinutes }) => windowMinutes));

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

type ReadFrom = {
  readonly partition: number;
  /** Of the first record that is kept, and the one from which on the log was read. */
  readonly oldest: number;
  readonly offset: number;
};

/** Reading from further back helps only where it is recorded there which anomalies were known. */
async function expectRecorded(
  { partition, oldest, offset }: ReadFrom,
  earlierMs: number,
  dependencies: ReplayDependencies,
  signal: AbortSignal,
): Promise<void> {
  const end = await endOf(partition, dependencies);
  const records = recordsOf({ partition, offset: oldest }, end, dependencies);
  const since = await knownSince(records, oldest, dependencies.anomalies, signal);
  if (since === undefined || since.offset < offset) return;
  const what = 'records of which anomalies were known';
  throw new HistoryForgotten(what, since.atMs + earlierMs, 'use a later time');
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
    const said = readRecord(record);
    if (said?.kind === 'anomalies') await dependencies.anomalies.reach(said.known.position, signal);
    for (const _ of stepsOf(replay, said, record.offset)) await turn();
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
function readRecord(record: LogRecord): WindowsRecord | undefined {
  try {
    return parseWindowsRecord(record);
  } catch {
    return undefined;
  }
}

function stepsOf(
  replay: Replay,
  said: WindowsRecord | undefined,
  offset: number,
): Iterable<unknown> {
  if (said?.kind === 'tick') return replay.tick(said.tick, offset);
  if (said?.kind === 'delta') return replay.delta(said.part, offset);
  if (said?.kind === 'anomalies') return replay.anomalies(said.known, offset);
  if (said?.kind === 'measure') return replay.measure(said.measure, offset);
  if (said?.kind === 'receiving') replay.receiving(said.mark, offset);
  return [];
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
