import { setImmediate as otherWork } from 'node:timers/promises';
import {
  appendDeadLetters,
  type DeadLetter,
  deadLetter,
} from '../../platform/consumers/dead-letters.ts';
import type { AssignedPartition, LogRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { topics } from '../../schemas/topics.ts';
import type { AdoptDependencies } from './adopt.ts';
import { createAnomalyRules } from './anomaly-rules.ts';
import { begin } from './begin.ts';
import { commandOf, send } from './commands.ts';
import { limits } from './config.ts';
import { Evaluation, type EvaluationObserver, type Outcome } from './core/evaluation.ts';
import { evaluationLimits } from './core/slots.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openWatch } from './partition-watch.ts';
import { createPlaces } from './places.ts';
import { parseWindowsRecord, type WindowsRecord } from './record.ts';
import { createRuleSync } from './rule-sync.ts';
import type { EvaluatorStore } from './store.ts';

export type EvaluatorDependencies = AdoptDependencies & {
  readonly topicLog: Pick<TopicLog, 'append' | 'partitions' | 'read' | 'lag'>;
  readonly store: EvaluatorStore;
  readonly warehouse: Pick<Warehouse, 'insertColumns' | 'query'>;
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
}

async function openRun(partition: AssignedPartition, dependencies: EvaluatorDependencies) {
  const { projections, topicLog, clock, observer } = dependencies;
  const store = dependencies.store.partition(partition.partition);
  // What was decided before is known before anything is evaluated.
  await projections.barrier(partition.signal);
  const partitions = await topicLog.partitions(topics.windows);
  const snapshot = store.load() ?? (await begin(partition, partitions, store, dependencies));
  const state = { ...snapshot, windows: store.windows, partition: partition.partition };
  const newFrom = (await partition.committed())?.offset ?? 0;
  const places = createPlaces(snapshot.offset, newFrom);
  const ledger = createLedger({ ...dependencies, partition: partition.partition, places });
  const going = { ...snapshot, places };
  const services = await openWatch(partition, partitions, { ...store, ...going }, dependencies);
  const evaluation = new Evaluation(state, withLedger(ledger, observer), services.watch);
  const here = { partition, partitions, evaluation };
  const rules = createRuleSync({ ...here, newFrom }, dependencies);
  await rules.restore(store.rule);
  const anomalyRules = createAnomalyRules({ ...here, store }, dependencies);
  const actions: Outcome[] = [];
  return {
    offset: places.current,
    recordsMax: (): number => places.recordsMax(limits.readRecordsMax),
    /** True: an alert follows from a rule that is new. */
    syncRules: async (): Promise<boolean> => {
      const offset = places.current();
      await services.restore(offset);
      actions.push(...(await rules.sync(offset)));
      if (places.isNew()) actions.push(...(await anomalyRules.evaluate(offset)));
      return actions.length > 0;
    },
    apply: async (records: readonly LogRecord[]): Promise<void> => {
      const letters: DeadLetter[] = [];
      for (const record of records) {
        places.moveTo(record.offset);
        actions.push(...rules.activate(record.offset));
        for (const some of applyRecord(record, evaluation, letters)) {
          if (some !== undefined) actions.push(some);
          await slice();
        }
        places.moveTo(record.offset + 1);
      }
      await appendDeadLetters(topics.windows, letters, { topicLog, nowMs: clock() });
      for (const letter of letters) observer.onDeadLetter(letter);
    },
    commit: async (): Promise<void> => {
      services.decided(actions);
      await send(actions.map(commandOf), dependencies);
      actions.length = 0;
      await ledger.write();
      await services.write();
      const offset = places.current();
      const forgetBefore = evaluation.slot - evaluationLimits.keptSeconds;
      const reached = { ...snapshot, offset };
      await store.commit(reached, [evaluation.rules, anomalyRules.states], forgetBefore);
      places.stored();
      await partition.commit({ offset, metadata: String(evaluation.timeMs) });
      observer.onAdvanced(partition.partition, evaluation.timeMs);
    },
  };
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

function* applyRecord(
  record: LogRecord,
  evaluation: Evaluation,
  letters: DeadLetter[],
): Generator<Outcome | undefined> {
  let said: WindowsRecord;
  try {
    said = parseWindowsRecord(record);
  } catch (error) {
    letters.push(deadLetter(record, 'unreadable', error));
    return;
  }
  if (said.kind === 'receiving') evaluation.receiving(said.mark);
  else if (said.kind === 'tick') yield* evaluation.tick(said.tick);
  else yield* evaluation.delta(said.part, record.offset);
}

let evaluated = 0;

/** Many rules at once keep the event loop: other work gets its turn in between. */
async function slice(): Promise<void> {
  if (++evaluated % limits.rulesAtOnceMax === 0) await otherWork();
}
