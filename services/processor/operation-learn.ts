import type { Warehouse } from '../../platform/warehouse/port.ts';
import { groupAt, nameOfGroup, type OperationGroup } from './blocks/operation-entries.ts';
import type { PackedTexts } from './blocks/packed-texts.ts';
import { limits } from './config.ts';
import { secondsPerDay } from './core/tables.ts';
import { otherName } from './operation-others.ts';
import { openSlices } from './slices.ts';

/** Digests of services by organization and day, and of operations by group. */
export type KnownOperations = {
  readonly services: Map<string, Set<string>>;
  readonly operations: Map<string, Set<string>>;
};

export const nameOfServices = ({ organization, day }: OperationGroup): string =>
  `${organization} ${day}`;

type Reading = { readonly warehouse: Warehouse; readonly signal: AbortSignal };

/** Adds what the warehouse has of the groups that are not known yet. */
export async function learnOperations(
  groups: PackedTexts,
  known: KnownOperations,
  reading: Reading,
): Promise<void> {
  const slice = openSlices();
  const unknown: OperationGroup[] = [];
  for (let index = 0; index < groups.ends.length; index++) {
    const group = groupAt(groups, index);
    if (!known.operations.has(nameOfGroup(group))) unknown.push(group);
    if (unknown.length === limits.operationGroupsAtOnce) {
      await learnSome(unknown.splice(0), known, reading);
    }
    await slice();
  }
  if (unknown.length > 0) await learnSome(unknown, known, reading);
}

async function learnSome(
  groups: readonly OperationGroup[],
  { services, operations }: KnownOperations,
  reading: Reading,
): Promise<void> {
  const newDays = groups.filter(group => !services.has(nameOfServices(group)));
  const foundServices = newDays.length === 0 ? [] : await readServices(newDays, reading);
  const foundOperations = await readOperations(groups, reading);
  // Another batch may have asked at the same time, and have added its own since.
  for (const group of newDays) addTo(services, nameOfServices(group), []);
  for (const row of foundServices) addTo(services, nameOfServices(row), row.digests);
  for (const group of groups) addTo(operations, nameOfGroup(group), []);
  for (const row of foundOperations) addTo(operations, nameOfGroup(row), row.digests);
}

function addTo(sets: Map<string, Set<string>>, name: string, digests: readonly string[]): void {
  const set = sets.get(name) ?? new Set();
  sets.set(name, set);
  for (const digest of digests) set.add(digest);
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
    ...{ digest: limits.digestCharacters, other: otherName },
    organizations: distinct(groups.map(({ organization }) => organization)),
    from: Math.min(...days) * secondsPerDay,
    to: (Math.max(...days) + 1) * secondsPerDay,
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
