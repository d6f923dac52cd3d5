import type { EvaluatedRule } from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Ticks } from '../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving, type Receiving } from '../../domain/alerts/evaluation/outages.ts';
import type { Sources } from '../../domain/alerts/evaluation/windows/delta-parts.ts';
import type { StoredWindow, Windows } from '../../domain/alerts/evaluation/windows/look-back.ts';
import { createKnownAnomalies, type KnownAnomalies } from '../../domain/anomalies/known.ts';
import { type Environment, openEnvironment, type Table } from '../../platform/lmdb/environment.ts';
import { fitsKey, textKeyBetween } from '../../platform/lmdb/keys.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { WindowDeltaPart } from '../../schemas/telemetry/window-record.ts';
import { type AnomalyTables, openAnomalies, type RebuiltAnomalies } from './anomaly-store.ts';
import { limits } from './config.ts';
import { forgetRows, partitionBytes, windowTimeBytes } from './forget-rows.ts';

/** What the evaluator knows of one partition of `windows` at a position. */
export type Snapshot = {
  /** The next record to apply. */
  readonly offset: number;
  readonly ticks: Ticks;
  readonly sources: Sources;
  readonly receiving: Receiving;
  readonly knownAnomalies: KnownAnomalies;
  /** Minutes before it are not whole in the windows: the log was read from a place in between. 0: all are. */
  readonly wholeFrom: number;
  /** Minutes by series to which spans came before the evaluator's time was known. */
  readonly held: Map<string, Set<number>>;
};

/** A rule as it was left: its version, and what the evaluation made of it. */
export type SavedRule = Pick<EvaluatedRule, 'version' | 'now' | 'trigger' | 'measuredToMs'>;

export type PartitionStore = {
  readonly windows: Windows;
  readonly anomalies: RebuiltAnomalies;
  readonly load: () => Snapshot | undefined;
  readonly rule: (id: AlertRuleId) => SavedRule | undefined;
  /** Stores windows, anomalies, position and rules in one step; windows that ended before `forgetBefore` (seconds) go. */
  readonly commit: (
    snapshot: Snapshot,
    rules: ReadonlyMap<AlertRuleId, EvaluatedRule>,
    forgetBefore: number,
  ) => Promise<void>;
  /**
   * Forgets what there is of an organization, and the rules that are not evaluated any more. Its anomalies go with the
   * next commit, as those of others that wait for it belong to a later position.
   */
  readonly forget: (
    organization: OrganizationId,
    rules: ReadonlyMap<AlertRuleId, EvaluatedRule>,
  ) => Promise<void>;
};

export type EvaluatorStore = {
  readonly partition: (partition: number) => PartitionStore;
  readonly close: () => Promise<void>;
};

/** The state of a process, in a folder of its own. Without it the log is read again. */
export async function openEvaluatorStore(folder: string): Promise<EvaluatorStore> {
  const environment = await openEnvironment(folder);
  const tables = {
    windows: environment.textTable('windows'),
    positions: environment.textTable('positions'),
    rules: environment.textTable('rules'),
    series: environment.textTable('series'),
    hours: environment.binaryTable('hours'),
  };
  return {
    partition: partition => partitionStore(partition, environment, tables),
    close: environment.close,
  };
}

type Tables = AnomalyTables & Readonly<Record<'windows' | 'positions' | 'rules', Table<string>>>;

type Changed = { readonly series: string; readonly key: Buffer; readonly window: StoredWindow };

function partitionStore(
  partition: number,
  { batch, ensureOpen }: Environment,
  tables: Tables,
): PartitionStore {
  const changed = new Map<string, Changed>();
  const saved = new Map<AlertRuleId, string>();
  const anomalies = openAnomalies(partition, tables);
  const positionKey = prefixOf(partition);
  const ruleKey = (id: AlertRuleId): Buffer => Buffer.concat([positionKey, Buffer.from(id)]);
  return {
    anomalies: {
      ...anomalies,
      store: async () => {
        await batch(anomalies.write);
        anomalies.written();
      },
    },
    windows: {
      get: (series, time) => {
        const pending = changed.get(`${time} ${series}`);
        if (pending !== undefined) return pending.window;
        if (!fitsKey(series)) return undefined;
        const text = tables.windows.get(windowKey(partition, time, series));
        return text === undefined ? undefined : (JSON.parse(text) as StoredWindow);
      },
      put: (series, time, window) => {
        // No rule can name such a service.
        if (!fitsKey(series)) return;
        const key = windowKey(partition, time, series);
        changed.set(`${time} ${series}`, { series, key, window });
      },
    },
    load: () => {
      ensureOpen();
      const text = tables.positions.get(positionKey);
      return text === undefined ? undefined : decodeSnapshot(text);
    },
    rule: id => {
      const text = tables.rules.get(ruleKey(id));
      return text === undefined ? undefined : (JSON.parse(text) as SavedRule);
    },
    commit: async (snapshot, rules, forgetBefore) => {
      const forgotten = endedBefore(forgetBefore, positionKey, tables.windows);
      const ruleWrites = changedSince(saved, rules);
      await batch(() => {
        for (const key of forgotten) tables.windows.remove(key);
        for (const { key, window } of changed.values())
          tables.windows.put(key, JSON.stringify(window));
        for (const { ruleId, text } of ruleWrites) tables.rules.put(ruleKey(ruleId), text);
        anomalies.write();
        tables.positions.put(positionKey, encodeSnapshot(snapshot));
      });
      changed.clear();
      anomalies.written();
      for (const { ruleId, text } of ruleWrites) saved.set(ruleId, text);
    },
    forget: async (organization, rules) => {
      const isOwn = (series: string): boolean => series.startsWith(organization);
      for (const [key, { series }] of changed) if (isOwn(series)) changed.delete(key);
      for (const [series] of anomalies.all()) if (isOwn(series)) anomalies.forget(series);
      await forgetRows(positionKey, { isOwn, isKept: id => rules.has(id) }, { ...tables, batch });
    },
  };
}

/** Keys of windows that ended before; some of them where there are many. */
const endedBefore = (
  seconds: number,
  start: Buffer,
  windows: Tables['windows'],
): readonly Buffer[] => [
  ...windows.getKeys({
    start,
    end: Buffer.concat([start, timeBytes(Math.max(0, seconds))]),
    limit: limits.forgottenAtOnceMax,
  }),
];

const changedSince = (
  saved: ReadonlyMap<AlertRuleId, string>,
  rules: ReadonlyMap<AlertRuleId, EvaluatedRule>,
) =>
  [...rules.values()]
    .map(rule => ({ ruleId: rule.ruleId, text: ruleText(rule) }))
    .filter(({ ruleId, text }) => saved.get(ruleId) !== text);

const ruleText = ({ version, now, trigger, measuredToMs }: EvaluatedRule): string =>
  JSON.stringify({ version, now, trigger, measuredToMs } satisfies SavedRule);

function prefixOf(partition: number): Buffer {
  const bytes = Buffer.alloc(partitionBytes);
  bytes.writeUInt16BE(partition);
  return bytes;
}

function timeBytes(seconds: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(seconds);
  return bytes;
}

/** Partition, time, series: what is forgotten lies together. */
function windowKey(partition: number, time: number, series: string): Buffer {
  const key = textKeyBetween(windowTimeBytes, series, 0);
  key.writeUInt16BE(partition, 0);
  key.writeUInt32BE(time, 2);
  return key;
}

type OpenDelta = { first: number; last: number; parts: number; come: readonly WindowDeltaPart[] };

type SnapshotText = {
  readonly offset: number;
  readonly sources: number;
  readonly reached: readonly (readonly [number, number])[];
  readonly deltas: readonly (readonly [number, number, OpenDelta | null])[];
  /** A snapshot of before there were marks lacks it. */
  readonly receiving?: Receiving;
  /** Likewise. */
  readonly wholeFrom?: number;
  readonly held?: readonly (readonly [series: string, minutes: readonly number[]])[];
  /** One of before it was recorded which anomalies are known lacks it. */
  readonly knownAnomalies?: KnownAnomalies;
};

const encodeSnapshot = ({ offset, ticks, sources, held, ...plain }: Snapshot): string =>
  JSON.stringify({
    ...plain,
    offset,
    held: Array.from(held, ([series, minutes]) => [series, [...minutes]] as const),
    sources: ticks.sources,
    reached: [...ticks.reached],
    deltas: Array.from(sources, ([source, { highWater, open }]) => [
      source,
      highWater,
      open === undefined ? null : { ...open, come: [...open.come.values()] },
    ]),
  } satisfies SnapshotText);

function decodeSnapshot(text: string): Snapshot {
  const parsed = JSON.parse(text) as SnapshotText;
  const { offset, sources, reached, deltas } = parsed;
  const { receiving = createReceiving(), wholeFrom = 0, held = [] } = parsed;
  const { knownAnomalies = createKnownAnomalies(offset) } = parsed;
  return {
    offset,
    receiving,
    wholeFrom,
    knownAnomalies,
    held: new Map(held.map(([series, minutes]) => [series, new Set(minutes)])),
    ticks: { sources, reached: new Map(reached) },
    sources: new Map(
      deltas.map(([source, highWater, open]) => [
        source,
        { highWater, open: open === null ? undefined : openDelta(open) },
      ]),
    ),
  };
}

const openDelta = ({ come, ...range }: OpenDelta) => ({
  ...range,
  come: new Map(come.map(part => [part.part, part])),
});
