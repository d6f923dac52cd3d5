import type { Warehouse } from '../../../platform/warehouse/port.ts';
import type { OperationGroup } from '../blocks/operation-entries.ts';
import { limits } from '../config.ts';
import { secondsPerDay } from '../core/tables.ts';
import type { StoredMembers } from './limiter.ts';
import { overflowName } from './overflow.ts';

type Reading = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly signal: AbortSignal;
};

type Stored = StoredMembers<OperationGroup, string>;
type Row = Stored[number];

const day = `toUInt32(intDiv(toUnixTimestamp(windows_1h.time), ${secondsPerDay}))`;

const digests = (column: string): string =>
  `groupUniqArray({max:UInt32})(substring(lower(hex(MD5(windows_1h.${column}))), 1, {digest:UInt8}))`;

const inDays = `windows_1h.time >= toDateTime({from:UInt32}, 'UTC')
       AND windows_1h.time < toDateTime({to:UInt32}, 'UTC')`;

/** Digests of the services that the warehouse has in the days of the groups. */
export async function* readServices(
  groups: readonly OperationGroup[],
  { warehouse, signal }: Reading,
): AsyncGenerator<Stored> {
  yield await warehouse.query<Row>(
    `SELECT toString(windows_1h.organization) AS organization, '' AS service, ${day} AS day,
            ${digests('service')} AS members
     FROM windows_1h
     WHERE windows_1h.organization IN {organizations:Array(UUID)} AND ${inDays}
       AND windows_1h.service != {other:String}
     GROUP BY windows_1h.organization, day`,
    { ...parametersOf(groups), max: limits.servicesMax },
    { signal },
  );
}

/** Digests of the operations of each group; the filters also match some further groups. */
export async function* readOperations(
  groups: readonly OperationGroup[],
  { warehouse, signal }: Reading,
): AsyncGenerator<Stored> {
  yield await warehouse.query<Row>(
    `SELECT toString(windows_1h.organization) AS organization, windows_1h.service AS service,
            ${day} AS day, ${digests('operation')} AS members
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
}

function parametersOf(groups: readonly OperationGroup[]) {
  const days = groups.map(group => group.day);
  return {
    digest: limits.digestCharacters,
    other: overflowName,
    organizations: distinct(groups.map(({ organization }) => organization)),
    from: Math.min(...days) * secondsPerDay,
    to: (Math.max(...days) + 1) * secondsPerDay,
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
