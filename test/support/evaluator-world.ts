import { setImmediate as otherWork } from 'node:timers/promises';
import type { StoredWindow } from '../../domain/alerts/evaluation/windows/look-back.ts';
import type { AnomalyStore } from '../../domain/anomalies/watch.ts';
import type { Row as StoredRow } from '../../platform/read-store/port.ts';
import { openTurns } from '../../platform/shares/turns.ts';
import type { AssignedPartition, LogRecord } from '../../platform/topic-log/port.ts';
import { type AlertHistoryRow, alertHistory } from '../../projections/alerts/alert-history.ts';
import { type EvaluatedRuleRow, evaluatedRules } from '../../projections/alerts/evaluated-rules.ts';
import { type RuleVersionRow, ruleVersions } from '../../projections/alerts/rule-versions.ts';
import {
  type AnomalyRow,
  anomalies,
  openAnomaliesOf,
} from '../../projections/anomalies/anomalies.ts';
import {
  type AnomalyClockRow,
  anomalyClock,
  anomalyClockKey,
} from '../../projections/anomalies/anomaly-clock.ts';
import type { AnomalyEvents } from '../../projections/anomalies/anomaly-events.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { parseCommand } from '../../schemas/commands/record.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import { recordVersion, topics } from '../../schemas/topics.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { AggregateState } from '../../services/decider/core/aggregate.ts';
import { evolve } from '../../services/decider/core/features.ts';
import { toEvent } from '../../services/decider/event.ts';
import type { MeasureAsked, Measured } from '../../services/evaluator/measure-rule.ts';
import {
  type EvaluatorDependencies,
  evaluatePartition,
} from '../../services/evaluator/partition.ts';
import type { EvaluatorStore, SavedRule, Snapshot } from '../../services/evaluator/store.ts';
import { decideOn } from './given.ts';
import type { NaiveRecord } from './naive-log.ts';

/** Thrown where a process is killed. */
export class Killed extends Error {}

/** What a process keeps on its disk: it outlives the process, and not the machine. */
type Disk = {
  position?: string;
  readonly windows: Map<string, string>;
  readonly anomalies: Map<string, string>;
  readonly rules: Map<string, string>;
};

const emptyDisk = (): Disk => ({ windows: new Map(), anomalies: new Map(), rules: new Map() });

export type World = ReturnType<typeof openEvaluatorWorld>;

/** Log, deciders, projection and disk of one partition, so that a simulated hour of alerts takes milliseconds. */
export function openEvaluatorWorld(
  given: readonly NaiveRecord[],
  givenAtMs: readonly number[] = [],
  /** So many given records come before one that is written. */
  lag = (): number => 0,
) {
  const [records, appendedAtMs] = [[...given], [...givenAtMs]];
  const states = new Map<StreamName, AggregateState | undefined>();
  const rows = new Map<string, EvaluatedRuleRow>();
  const versions = new Map<string, RuleVersionRow>();
  const history = new Map<string, AlertHistoryRow>();
  const anomalyRows = new Map<string, AnomalyRow>();
  const anomalyVersions: { position: number; rows: ReadonlyMap<string, AnomalyRow> }[] = [];
  const clockRows = new Map<string, AnomalyClockRow>();
  const events: DomainEvent[] = [];
  const decided = new Set<string>();
  let committed = 0;
  /** What was read by somebody: records that are written come after it. */
  let seen = 0;
  const disks = new Map<number, Disk>();
  let machine = 0;

  const decide = (bytes: Uint8Array, headers: Readonly<Record<string, string>>): void => {
    const command = parseCommand(bytes, headers);
    if (decided.has(command.id)) return;
    const decision = decideOn(command, states);
    if (decision.kind === 'rejected') throw new Error(decision.message);
    if (decision.appends.length > 0) decided.add(command.id);
    for (const { stream, facts } of decision.appends)
      for (const [index, fact] of facts.entries()) {
        const event = toEvent(command, fact, index, false);
        states.set(stream, evolve(stream, states.get(stream), event));
        project(stream, event);
        events.push(event);
      }
  };

  const project = (stream: StreamName, event: DomainEvent): void => {
    const recorded = { stream, position: events.length, recordedAtMs: event.atMs };
    projectInto(evaluatedRules, rows, event, recorded);
    projectInto(ruleVersions, versions, event, recorded);
    projectInto(alertHistory, history, event, recorded);
    projectInto(anomalyClock, clockRows, event, recorded);
    if (!projectInto(anomalies, anomalyRows, event, recorded)) return;
    anomalyVersions.push({ position: recorded.position, rows: new Map(anomalyRows) });
  };

  return {
    events,
    rows,
    versions,
    history,
    anomalyRows,
    records,
    appendedAtMs,
    decide,
    latestAnomalyEvent: () => clockRows.get(anomalyClockKey)?.position ?? -1,
    /** Anomalies as they were when a position was applied. */
    anomaliesAt: (at: number): ReadonlyMap<string, AnomalyRow> =>
      anomalyVersions.findLast(({ position }) => position <= at)?.rows ?? new Map(),
    /** How many records were written beside those that were given: all of them lie before what is read next. */
    written: () => records.length - given.length,
    /** What was read by somebody. */
    seen: () => seen,
    read: (from: number, count: number): void => {
      seen = Math.max(seen, Math.min(from + count, records.length));
    },
    /** Appends where the log ends for everybody: what was given after that comes later. */
    write: (record: NaiveRecord): number => {
      const place = Math.min(records.length, seen + lag());
      records.splice(place, 0, record);
      if (appendedAtMs.length > 0)
        appendedAtMs.splice(place, 0, appendedAtMs[Math.max(0, place - 1)] ?? 0);
      return place;
    },
    disk: (): Disk => {
      const disk = disks.get(machine) ?? emptyDisk();
      disks.set(machine, disk);
      return disk;
    },
    committed: () => committed,
    commit: (offset: number): void => {
      committed = Math.max(committed, offset);
    },
    loseDisk: (): void => {
      disks.delete(machine);
    },
    /** Another machine goes on, with what its own disk has. */
    moveTo: (other: number): void => {
      machine = other;
    },
  };
}

function projectInto<Row extends StoredRow>(
  projection: Projection<Row, never>,
  rows: Map<string, Row>,
  event: DomainEvent,
  recorded: Parameters<Projection<Row, never>['project']>[3],
): boolean {
  const { types, keys, project } = projection;
  if (types !== 'all' && !(types as ReadonlySet<string>).has(event.type)) return false;
  for (const key of keys(event as never, recorded)) {
    const row = project(rows.get(key), event as never, key, recorded);
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
  }
  return true;
}

export type Life = {
  readonly clock: () => number;
  /** Called before each step that is durable; throws `Killed` to end the process there. */
  readonly step: () => void;
  /** Called with the position whenever all that was read is committed; true: something changed. */
  readonly onQuiet: (offset: number) => Promise<boolean>;
  /** Called before each command is decided: users may be faster. */
  readonly interfere?: () => Promise<void>;
  /** How many records are read at a position. */
  readonly batch: (offset: number) => number;
  /** In the place of the world's disk. */
  readonly store?: EvaluatorStore;
  readonly warehouse?: EvaluatorDependencies['warehouse'];
  /** The process reads up to here. */
  readonly until?: number;
  /** Records that there are when it starts; all when absent. */
  readonly there?: number;
};

/** A figure for each window, the same for everybody; none in some, and at times an objective is gone for a while. */
const measureOf = ({ rule, toSeconds }: Pick<MeasureAsked, 'rule' | 'toSeconds'>): Measured => {
  const drawn = uuidV5(drawnFrom, String(toSeconds)).charCodeAt(0) % 12;
  const isBurn = rule.metric.startsWith('slo_burn_');
  if (isBurn && drawn === 7) return { value: null, samples: 0, isGone: true };
  const figure = drawn === 0 ? { value: null, samples: 0 } : { value: drawn, samples: drawn };
  if (!isBurn) return figure;
  const burns = [
    {
      windowFromMs: (toSeconds - rule.windowMinutes * 60) * 1000,
      value: drawn + 2,
      samples: drawn,
    },
    { windowFromMs: (toSeconds - 300) * 1000, ...figure },
  ];
  return { ...figure, burns };
};

const drawnFrom = '0b5c9a34-6c1e-4f0d-9f2e-6a54f3f2a0ff';

const noWarehouse = { insertColumns: async () => undefined, query: async () => [] };

/** One process, from its start to its death or to the end of the log. */
export async function live(world: World, life: Life): Promise<void> {
  const { clock, step, onQuiet, batch } = life;
  const { rows, decide, records, appendedAtMs } = world;
  /** Of so many given records; without an argument all. */
  const endOf = (count = records.length - world.written()): number => count + world.written();
  const end = new AbortController();
  let known = -1;
  const partition: AssignedPartition = {
    topic: topics.windows,
    partition: 0,
    signal: end.signal,
    committed: async () => ({ offset: world.committed(), metadata: '' }),
    commit: async ({ offset }) => {
      step();
      world.commit(offset);
    },
    read: async (offset, { recordsMax }) => {
      if (await onQuiet(offset)) return [];
      // What is under way in this process is written.
      await otherWork();
      const left = endOf(life.until) - offset;
      // What was decided since the last time is looked at first.
      if (left <= 0 && known === world.events.length) end.abort();
      known = world.events.length;
      const count = Math.max(0, Math.min(recordsMax, batch(offset), left));
      world.read(offset, count);
      return logRecords(records, appendedAtMs, offset, count);
    },
  };
  const dependencies: EvaluatorDependencies = {
    clock,
    store: life.store ?? diskStore(world.disk(), step),
    warehouse: life.warehouse ?? noWarehouse,
    leads: async () => new Map(),
    measuring: {
      measure: async asked => measureOf(asked),
      measuredUpToMs: async () => Number.POSITIVE_INFINITY,
      turns: openTurns({ what: 'measures', runningMax: 2, ownRunningMax: 1, waitingMax: 9 }),
      topicLog: {
        append: async (_, sent) =>
          sent.map(({ value, headers }) => {
            const record = { kind: headers.kind, ...JSON.parse(Buffer.from(value).toString()) };
            return { partition: 0, offset: world.write(record as NaiveRecord) };
          }),
      },
      log: {
        warn: ({ err }: { readonly err: unknown }) => {
          throw err;
        },
      } as never,
    },
    topicLog: {
      partitions: async () => 1,
      lag: async () => [
        {
          group: 'evaluator',
          topic: topics.windows,
          partition: 0,
          committed: 0,
          end: endOf(life.there ?? life.until),
        },
      ],
      read: async (_, { offset }, { recordsMax }) =>
        logRecords(records, appendedAtMs, offset, recordsMax),
      append: async (topic, sent) => {
        step();
        const places: { partition: number; offset: number }[] = [];
        for (const { value, headers } of sent) {
          if (topic === topics.windows) {
            const record = { kind: headers.kind, ...JSON.parse(Buffer.from(value).toString()) };
            places.push({ partition: 0, offset: world.write(record as NaiveRecord) });
            continue;
          }
          await life.interfere?.();
          decide(value, headers);
        }
        step();
        return places;
      },
    },
    projections: {
      barrier: async () => undefined,
      reached: () => world.events.length,
      get: (({ name }: { readonly name: string }, key: string) =>
        name === anomalyClock.name
          ? { position: world.latestAnomalyEvent() }
          : rows.get(key)) as never,
      list: (({ name }: { readonly name: string }, { after, prefix = '', at }: Listed) => {
        const found: ReadonlyMap<string, unknown> =
          name === anomalies.name ? world.anomaliesAt(at ?? Number.POSITIVE_INFINITY) : rows;
        if (after !== undefined && after !== '') return [];
        return [...found].flatMap(([key, row]) => (key.startsWith(prefix) ? [{ key, row }] : []));
      }) as never,
      outcome: async () => undefined as never,
      // Nobody is erased here.
      isForgotten: () => false,
    },
    observer: {
      onEvaluated: () => undefined,
      onDeltaEvaluated: () => undefined,
      onUnknown: () => undefined,
      onOverlap: () => undefined,
      onDeadLetter: ({ error }) => {
        throw error;
      },
      onAdvanced: () => undefined,
      onLost: () => undefined,
      onRebuilt: () => undefined,
    },
  };
  await evaluatePartition(partition, dependencies);
}

type Listed = { readonly after?: string; readonly prefix?: string; readonly at?: number };

const logRecords = (
  records: readonly NaiveRecord[],
  appendedAtMs: readonly number[],
  from: number,
  count: number,
): LogRecord[] =>
  records.slice(from, from + count).map(({ kind, ...record }, index) => ({
    partition: 0,
    offset: from + index,
    key: '',
    value: Buffer.from(JSON.stringify(record)),
    headers: { v: recordVersion, kind },
    appendedAtMs: appendedAtMs[from + index] ?? Number.MAX_SAFE_INTEGER,
  }));

/** A store of texts: nothing that a process has in its hands is on its disk. */
function diskStore(disk: Disk, step: () => void): EvaluatorStore {
  const pending = new Map<string, string>();
  const pendingAnomalies = new Map<string, string>(disk.anomalies);
  const name = (series: string, time: number): string => `${time} ${series}`;
  return {
    partition: () => ({
      anomalies: { ...anomaliesOf(pendingAnomalies), store: async () => undefined },
      windows: {
        get: (series, time) => {
          const text = pending.get(name(series, time)) ?? disk.windows.get(name(series, time));
          return text === undefined ? undefined : (JSON.parse(text) as StoredWindow);
        },
        put: (series, time, window) => void pending.set(name(series, time), JSON.stringify(window)),
      },
      forget: async () => undefined,
      load: () => (disk.position === undefined ? undefined : decoded(disk.position)),
      rule: id => {
        const text = disk.rules.get(id);
        return text === undefined ? undefined : (JSON.parse(text) as SavedRule);
      },
      commit: async (snapshot, rules) => {
        step();
        for (const [key, text] of pending) disk.windows.set(key, text);
        pending.clear();
        disk.anomalies.clear();
        for (const [key, text] of pendingAnomalies) disk.anomalies.set(key, text);
        for (const { ruleId, version, now, trigger, measuredToMs } of rules.values())
          disk.rules.set(ruleId, JSON.stringify({ version, now, trigger, measuredToMs }));
        disk.position = encoded(snapshot);
        step();
      },
    }),
    close: async () => undefined,
  };
}

/** Texts by series, and by series and hour. */
export function anomaliesOf(texts: Map<string, string>): AnomalyStore {
  const parsed = <Value>(key: string): Value | undefined => {
    const text = texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  };
  const put = (key: string, value: unknown): void => {
    if (value === undefined) texts.delete(key);
    else texts.set(key, JSON.stringify(value));
  };
  const isState = (key: string): boolean => key.startsWith('state ');
  return {
    all: () =>
      [...texts.keys()]
        .filter(isState)
        .map(key => [key.slice(6), JSON.parse(texts.get(key) ?? '')]),
    get: series => parsed(`state ${series}`),
    put: (series, state) => put(`state ${series}`, state),
    forget: series => put(`state ${series}`, undefined),
    history: series => ({
      recent: hour => parsed(`recent ${hour} ${series}`),
      putRecent: (hour, row) => put(`recent ${hour} ${series}`, row),
      season: hour => parsed(`season ${hour} ${series}`),
      putSeason: (hour, season) => put(`season ${hour} ${series}`, season),
    }),
  };
}

const encoded = ({ offset, ticks, sources, held, ...plain }: Snapshot): string =>
  JSON.stringify({
    ...plain,
    offset,
    held: Array.from(held, ([series, minutes]) => [series, [...minutes]]),
    sources: ticks.sources,
    reached: [...ticks.reached],
    deltas: Array.from(sources, ([source, { highWater, open }]) => [
      source,
      highWater,
      open && { ...open, come: [...open.come] },
    ]),
  });

function decoded(text: string): Snapshot {
  const { sources, reached, deltas, held, ...plain } = JSON.parse(text);
  return {
    ...plain,
    held: new Map(held.map(([series, minutes]: [string, number[]]) => [series, new Set(minutes)])),
    ticks: { sources, reached: new Map(reached) },
    sources: new Map(
      deltas.map(([source, highWater, open]: [number, number, { come: [] } | undefined]) => [
        source,
        { highWater, open: open ? { ...open, come: new Map(open.come) } : undefined },
      ]),
    ),
  };
}

/** The events about anomalies of a world, as a process that knows all of them has them. */
export const anomalyEventsOf = (world: World): AnomalyEvents => ({
  openAt: (organizationId, at) =>
    [...world.anomaliesAt(at)].flatMap(([key, row]) =>
      key.startsWith(openAnomaliesOf(organizationId)) ? [row] : [],
    ),
  latest: world.latestAnomalyEvent,
  reach: async () => undefined,
});
