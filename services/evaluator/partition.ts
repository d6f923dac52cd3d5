import { setImmediate as otherWork } from 'node:timers/promises';
import {
  Evaluation,
  type EvaluationObserver,
  type Outcome,
} from '../../domain/alerts/evaluation/evaluation.ts';
import { evaluationLimits } from '../../domain/alerts/evaluation/windows/slots.ts';
import {
  appendDeadLetters,
  type DeadLetter,
  deadLetter,
} from '../../platform/consumers/dead-letters.ts';
import type { AssignedPartition, LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import {
  parseWindowsRecord,
  type WindowsRecord,
} from '../../projections/alerts/replay/windows-record.ts';
import { type AnomalyEvents, anomalyEvents } from '../../projections/anomalies/anomaly-events.ts';
import type { WindowsPosition } from '../../schemas/alerts/commands.ts';
import { topics } from '../../schemas/topics.ts';
import type { AdoptDependencies } from './adopt.ts';
import { begin } from './begin.ts';
import { commandOf, send } from './commands.ts';
import { limits } from './config.ts';
import { createForgetting } from './forgetting.ts';
import type { Leads } from './leads.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Measuring } from './measures.ts';
import { createOwnRecords } from './own-records.ts';
import { openWatch } from './partition-watch.ts';
import { createPlaces, type Places } from './places.ts';
import { createRuleSync } from './rule-sync.ts';
import type { EvaluatorStore } from './store.ts';

export type EvaluatorDependencies = AdoptDependencies & {
  readonly topicLog: Pick<TopicLog, 'append' | 'partitions' | 'read' | 'lag'>;
  readonly store: EvaluatorStore;
  readonly warehouse: Pick<Warehouse, 'insertColumns' | 'query'>;
  readonly leads: Leads;
  readonly measuring: Measuring;
  readonly observer: EvaluationObserver & {
    readonly onDeadLetter: (letter: DeadLetter) => void;
    readonly onAdvanced: (partition: number, timeMs: number) => void;
    readonly onLost: (partition: number) => void;
    readonly onRebuilt: (partition: number, series: number) => void;
  };
};

/**
 * Evaluates the rules of one partition of `windows` for as long as this process owns it. Commands are durable before
 * the state is stored, and the state before the position is committed; what a crash repeats, the decider ignores.
 */
export async function evaluatePartition(
  partition: AssignedPartition,
  dependencies: EvaluatorDependencies,
): Promise<void> {
  const { signal } = partition;
  const run = await openRun(partition, dependencies);
  signal.addEventListener('abort', () => dependencies.observer.onLost(partition.partition));
  while (!signal.aborted) {
    if (await run.syncRules()) await run.commit();
    const records = await partition.read(run.offset(), {
      recordsMax: run.recordsMax(),
      bytesMax: limits.readBytesMax,
      waitMs: limits.readWaitMs,
    });
    if (records.length === 0) continue;
    await run.apply(records);
    await run.commit();
  }
  await run.idle();
}

async function openRun(partition: AssignedPartition, dependencies: EvaluatorDependencies) {
  const { projections, topicLog, observer } = dependencies;
  const { partition: number, signal } = partition;
  const store = dependencies.store.partition(number);
  // What was decided before is known before anything is evaluated.
  await projections.barrier(signal);
  const partitions = await topicLog.partitions(topics.windows);
  const snapshot = store.load() ?? (await begin(partition, partitions, store, dependencies));
  const events = anomalyEvents(projections);
  const newFrom = (await partition.committed())?.offset ?? 0;
  const places = createPlaces(snapshot.offset, newFrom);
  const ledger = createLedger({ ...dependencies, partition: number, places });
  const going = { ...store, ...snapshot, places };
  const services = await openWatch(partition, partitions, going, dependencies);
  const state = { ...going, openAnomaliesAt: events.openAt, partition: number };
  const evaluation = new Evaluation(state, withLedger(ledger, observer), services.watch);
  const rules = createRuleSync({ partition, partitions, evaluation, newFrom }, dependencies);
  await rules.restore(store.rule);
  const forgetting = createForgetting({ ...going, evaluation }, dependencies);
  const own = { evaluation, places, signal, known: snapshot.knownAnomalies, partition: number };
  const ownRecords = createOwnRecords(own, { ...dependencies, events });
  const { actions, add } = collect(number, places);
  return {
    idle: ownRecords.idle,
    offset: places.current,
    recordsMax: (): number => places.recordsMax(limits.readRecordsMax),
    /** True: an alert follows from a rule that is new. */
    syncRules: async (): Promise<boolean> => {
      const offset = places.current();
      await services.restore(offset);
      for (const action of await rules.sync(offset)) add(action);
      await forgetting();
      await ownRecords.publish();
      return actions.length > 0;
    },
    apply: async (records: readonly LogRecord[]): Promise<void> => {
      const letters: DeadLetter[] = [];
      for (const record of records) {
        places.moveTo(record.offset, record.appendedAtMs);
        for (const action of rules.activate(record.offset)) add(action);
        await take(outcomesOf(record, { evaluation, events, signal, letters }), add);
        places.moveTo(record.offset + 1);
      }
      await leave(letters, dependencies);
    },
    commit: async (): Promise<void> => {
      services.decided(actions.map(({ outcome }) => outcome));
      await sendOutcomes(actions, dependencies, signal);
      actions.length = 0;
      await ledger.write();
      await services.write();
      const offset = places.current();
      await store.commit({ ...snapshot, offset }, evaluation.rules, oldestKept(evaluation));
      places.stored();
      await partition.commit({ offset, metadata: String(evaluation.timeMs) });
      observer.onAdvanced(number, evaluation.timeMs);
    },
  };
}

/** Windows that ended before it are forgotten. */
const oldestKept = ({ slot }: Evaluation): number => slot - evaluationLimits.keptSeconds;

/** What follows from a record, and which. */
type Placed = { readonly outcome: Outcome; readonly position: WindowsPosition };

function collect(partition: number, { current }: Pick<Places, 'current'>) {
  const actions: Placed[] = [];
  const add = (outcome: Outcome): void =>
    void actions.push({ outcome, position: { partition, offset: current() } });
  return { actions, add };
}

async function take(
  outcomes: AsyncIterable<Outcome | undefined>,
  add: (outcome: Outcome) => void,
): Promise<void> {
  for await (const some of outcomes) {
    if (some !== undefined) add(some);
    await slice();
  }
}

/** Alerts that fire go with their leads. */
async function sendOutcomes(
  placed: readonly Placed[],
  dependencies: EvaluatorDependencies,
  signal: AbortSignal,
): Promise<void> {
  const leads = await dependencies.leads(
    placed.map(({ outcome }) => outcome),
    signal,
  );
  const commands = placed.map(({ outcome, position }) =>
    commandOf(outcome, position, leads.get(outcome)),
  );
  await send(commands, dependencies);
}

async function leave(
  letters: readonly DeadLetter[],
  { topicLog, clock, observer }: EvaluatorDependencies,
): Promise<void> {
  await appendDeadLetters(topics.windows, letters, { topicLog, nowMs: clock() });
  for (const letter of letters) observer.onDeadLetter(letter);
}

/** Of the evaluations between two slots, those count that change something. */
const withLedger = (ledger: Ledger, observer: EvaluationObserver): EvaluationObserver => ({
  ...observer,
  onEvaluated: entry => {
    ledger.add(entry);
    observer.onEvaluated(entry);
  },
  onDeltaEvaluated: entry => {
    if (entry.outcome === 'triggered' || entry.outcome === 'resolved') ledger.add(entry);
    observer.onDeltaEvaluated(entry);
  },
});

type Applying = {
  readonly evaluation: Evaluation;
  readonly events: AnomalyEvents;
  readonly signal: AbortSignal;
  readonly letters: DeadLetter[];
};

/** What follows from a record, once this process knows the events that it speaks of. */
async function* outcomesOf(
  record: LogRecord,
  { evaluation, events, signal, letters }: Applying,
): AsyncGenerator<Outcome | undefined> {
  const said = readRecord(record, letters);
  if (said?.kind === 'anomalies') await events.reach(said.known.position, signal);
  yield* applyRecord(said, record.offset, evaluation);
}

/** Undefined: nobody can read it. */
function readRecord(record: LogRecord, letters: DeadLetter[]): WindowsRecord | undefined {
  try {
    return parseWindowsRecord(record);
  } catch (error) {
    letters.push(deadLetter(record, 'unreadable', error));
    return undefined;
  }
}

function* applyRecord(
  said: WindowsRecord | undefined,
  offset: number,
  evaluation: Evaluation,
): Generator<Outcome | undefined> {
  if (said?.kind === 'receiving') evaluation.receiving(said.mark);
  else if (said?.kind === 'tick') yield* evaluation.tick(said.tick);
  else if (said?.kind === 'delta') yield* evaluation.delta(said.part, offset);
  else if (said?.kind === 'anomalies') yield* evaluation.anomalies(said.known);
  else if (said?.kind === 'measure') yield evaluation.measure(said.measure, offset);
}

let evaluated = 0;

/** Many rules at once keep the event loop: other work gets its turn in between. */
async function slice(): Promise<void> {
  if (++evaluated % limits.rulesAtOnceMax === 0) await otherWork();
}
