import { readFile, writeFile } from 'node:fs/promises';
import type { Belongings } from '../security/tenants/belongings.ts';
import type { Victim } from '../security/tenants/victim.ts';

/** What the cases of one run of schemathesis came to. */
export type Counts = {
  readonly cases: number;
  /** Those in which an id or a name of the other organization stands. */
  readonly naming: number;
  readonly statuses: Readonly<Record<string, number>>;
};

/** Chosen by clients: each organization may use them, and gets its own things of these names. */
const chosen: readonly string[] = [
  'traceId',
  'spanId',
  'email',
  'service',
  'operation',
  'metric',
  'attribute',
  'release',
  'debugId',
  'replaySession',
  'replayUser',
] satisfies readonly (keyof Belongings)[];

/** For the checks: what no answer to another organization may contain, and what such a request may name. */
export async function writeTenants(
  file: string,
  { belongings, marker, secrets }: Pick<Victim, 'belongings' | 'marker' | 'secrets'>,
): Promise<void> {
  const entries = Object.entries(belongings);
  const names = entries.flatMap(([name, value]) => (chosen.includes(name) ? [value] : []));
  const ids = Object.values(belongings).filter(
    value => !names.includes(value) && !value.includes(marker),
  );
  const hidden = secrets.filter(secret => !names.includes(secret));
  await writeFile(file, JSON.stringify({ names, ids, secrets: hidden, counts: [] }));
}

/** Of all runs that had this file. */
export async function countsOf(file: string): Promise<Counts> {
  const { counts } = JSON.parse(await readFile(file, 'utf8')) as { counts: readonly Counts[] };
  const statuses: Record<string, number> = {};
  for (const [status, count] of counts.flatMap(run => Object.entries(run.statuses)))
    statuses[status] = (statuses[status] ?? 0) + count;
  const sum = (field: 'cases' | 'naming'): number =>
    counts.reduce((total, run) => total + run[field], 0);
  return { cases: sum('cases'), naming: sum('naming'), statuses };
}
