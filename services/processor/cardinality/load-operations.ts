import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { nameOfGroup, type OperationGroup } from '../blocks/operation-entries.ts';
import { limits } from '../config.ts';
import { secondsPerDay } from '../core/tables.ts';
import { createYielder } from '../yielder.ts';
import {
  addToCache,
  type Digests,
  type OperationCardinalityCache,
  setOf,
} from './operation-cache.ts';
import { overflowName } from './overflow.ts';

export const servicesKey = ({ organization, day }: OperationGroup): string =>
  `${organization} ${day}`;

export type Reading = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly signal: AbortSignal;
};

/** Adds the services that the warehouse has in the days of the groups, where they are not known yet. */
export const loadServices = (
  groups: Iterable<OperationGroup>,
  known: OperationCardinalityCache,
  reading: Reading,
): Promise<void> =>
  learn(groups, known, {
    sets: known.services,
    nameOf: servicesKey,
    read: some => readServices(some, reading),
  });

/** Adds the operations that the warehouse has of the groups that are not known yet. */
export const loadOperations = (
  groups: Iterable<OperationGroup>,
  known: OperationCardinalityCache,
  reading: Reading,
): Promise<void> =>
  learn(groups, known, {
    sets: known.operations,
    nameOf: nameOfGroup,
    read: some => readOperations(some, reading),
  });

type Source = {
  readonly sets: Digests;
  readonly nameOf: (group: OperationGroup) => string;
  readonly read: (groups: readonly OperationGroup[]) => Promise<readonly Row[]>;
};

async function learn(
  groups: Iterable<OperationGroup>,
  known: OperationCardinalityCache,
  source: Source,
): Promise<void> {
  const { sets, nameOf } = source;
  const slice = createYielder();
  const unknown = new Map<string, OperationGroup>();
  for (const group of groups) {
    const name = nameOf(group);
    if (!sets.has(name)) unknown.set(name, group);
    if (unknown.size === limits.operationGroupsAtOnce) {
      await learnSome(unknown, known, source);
      unknown.clear();
    }
    await slice();
  }
  if (unknown.size > 0) await learnSome(unknown, known, source);
}

/** Another batch may ask at the same time, and have added its own before the answer comes. */
async function learnSome(
  unknown: ReadonlyMap<string, OperationGroup>,
  known: OperationCardinalityCache,
  { sets, nameOf, read }: Source,
): Promise<void> {
  const rows = await read([...unknown.values()]);
  for (const name of unknown.keys()) setOf(name, sets, known);
  for (const row of rows) {
    const set = setOf(nameOf(row), sets, known);
    for (const digest of row.digests) addToCache(digest, set, known);
  }
}

type Row = OperationGroup & { readonly digests: readonly string[] };

const day = `toUInt32(intDiv(toUnixTimestamp(windows_1h.time), ${secondsPerDay}))`;

const digests = (column: string): string =>
  `groupUniqArray({max:UInt32})(substring(lower(hex(MD5(windows_1h.${column}))), 1, {digest:UInt8}))`;

const inDays = `windows_1h.time >= toDateTime({from:UInt32}, 'UTC')
       AND windows_1h.time < toDateTime({to:UInt32}, 'UTC')`;

const readServices = (groups: readonly OperationGroup[], { warehouse, signal }: Reading) =>
  warehouse.query<Row>(
    `SELECT toString(windows_1h.organization) AS organization, '' AS service, ${day} AS day,
            ${digests('service')} AS digests
     FROM windows_1h
     WHERE windows_1h.organization IN {organizations:Array(UUID)} AND ${inDays}
       AND windows_1h.service != {other:String}
     GROUP BY windows_1h.organization, day`,
    { ...parametersOf(groups), max: limits.servicesMax },
    { signal },
  );

/** One row a group, also for some that were not asked for: they are whole. */
const readOperations = (groups: readonly OperationGroup[], { warehouse, signal }: Reading) =>
  warehouse.query<Row>(
    `SELECT toString(windows_1h.organization) AS organization, windows_1h.service AS service,
            ${day} AS day, ${digests('operation')} AS digests
     FROM windows_1h
     WHERE windows_1h.organization IN {organizations:Array(UUID)}
       AND windows_1h.service IN {services:Array(String)} AND ${inDays}
       AND windows_1h.operation != {other:String}
     GROUP BY windows_1h.organization, windows_1h.service, day`,
    {
      ...parametersOf(groups),
      max: limits.operationsMax,
      services: distinct(groups.map(({ service }) => service)),
    },
    { signal },
  );

function parametersOf(groups: readonly OperationGroup[]) {
  const days = groups.map(group => group.day);
  return {
    ...{ digest: limits.digestCharacters, other: overflowName },
    organizations: distinct(groups.map(({ organization }) => organization)),
    from: Math.min(...days) * secondsPerDay,
    to: (Math.max(...days) + 1) * secondsPerDay,
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
