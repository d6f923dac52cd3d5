import { daySeconds } from '../../schemas/durations.ts';
import { nilOrganization } from '../../schemas/ids.ts';
import type { Warehouse } from './port.ts';

/** How long a table keeps its rows, and those of its bookkeeping. */
export type TableTtl = {
  readonly table: string;
  /** SQL for the instant from which a row's time counts. */
  readonly since: string;
  readonly keptMs: number;
};

type Row = { readonly name: string; readonly engine_full: string };

const nil = `toUUID('${nilOrganization}')`;
const markers = `known + toIntervalDay(7) DELETE WHERE organization = ${nil}`;

/** What the definitions say already, where the engine writes it otherwise than we would. */
const defined: Readonly<Record<string, number>> = { 'toIntervalMonth(13)': 396 * daySeconds };

/**
 * Makes tables keep their rows as long as wanted. A table that does already is left alone, so that
 * nothing is rewritten at an ordinary start. Rows of bookkeeping keep their own time: a marker must
 * stay although the day of its batch is long past.
 */
export async function applyTtl(warehouse: Warehouse, keeps: readonly TableTtl[]): Promise<void> {
  const rows = await warehouse.query<Row>(
    `SELECT name, engine_full FROM system.tables
     WHERE database = currentDatabase() AND name IN {tables:Array(String)}`,
    { tables: keeps.map(({ table }) => table) },
  );
  const engines = new Map(rows.map(({ name, engine_full }) => [name, engine_full]));
  for (const keep of keeps) {
    const engine = engines.get(keep.table);
    if (engine === undefined) throw new Error(`expected a table ${keep.table}, found none`);
    if (isKept(engine, keep)) continue;
    const rule = `${keep.since} + ${interval(keep)} DELETE WHERE organization != ${nil}`;
    await warehouse.command(`ALTER TABLE ${keep.table} MODIFY TTL ${markers}, ${rule}`);
  }
}

function isKept(engine: string, keep: TableTtl): boolean {
  const [definition = ''] = engine.split(' SETTINGS ', 1);
  const rule = definition.split(', ').at(-1) ?? '';
  const since = `${keep.since} + `;
  if (!rule.startsWith(since)) return false;
  const [found = ''] = rule.slice(since.length).split(' ', 1);
  return found === interval(keep) || defined[found] === secondsOf(keep);
}

function interval(keep: TableTtl): string {
  const seconds = secondsOf(keep);
  return seconds % daySeconds === 0
    ? `toIntervalDay(${seconds / daySeconds})`
    : `toIntervalSecond(${seconds})`;
}

const secondsOf = ({ keptMs }: TableTtl): number => Math.ceil(keptMs / 1000);
