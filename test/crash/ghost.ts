import { execFile } from 'node:child_process';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BatchTable } from '../../services/processor/core/tables.ts';
import { nodeRuns } from '../support/command.ts';

/** What the deduplication record of a table says was written last. */
export type LastPart = { readonly folder: string; readonly part: string; readonly block: string };

const run = promisify(execFile);
const prober = new URL('probe.ts', import.meta.url);

/**
 * The last line of a table's deduplication record: operation, name of the part, its block id, which
 * is the table partition and hashes of the token. No server may be running.
 */
export async function lastPart(dataDir: string, table: BatchTable): Promise<LastPart> {
  const folder = join(dataDir, 'warehouse', 'data', 'default', table);
  const records = join(folder, 'deduplication_logs');
  const files = (await readdir(records)).sort((left, right) => numberOf(left) - numberOf(right));
  const texts = await Promise.all(files.map(file => readFile(join(records, file), 'utf8')));
  const lines = texts.join('').split('\n').filter(Boolean);
  const [operation, part, block] = lines.at(-1)?.split('\t') ?? [];
  if (operation !== '1' || part === undefined || block === undefined) {
    throw new Error(`expected the record of ${table} to end with a part, found ${lines.at(-1)}`);
  }
  return { folder, part, block };
}

/**
 * Turns a part that was just inserted into what a kill leaves that comes a moment sooner. ClickHouse
 * 26.7 fills `tmp_insert_<part>`, writes the token into the deduplication record, and then renames
 * the folder to `<part>` (seen with strace, the two calls 0.3 ms apart). With the folder under its
 * first name again the token is a ghost: it stands for rows that are nowhere.
 */
export async function makeGhost(dataDir: string, table: BatchTable): Promise<LastPart> {
  const last = await lastPart(dataDir, table);
  await rename(join(last.folder, last.part), join(last.folder, `tmp_insert_${last.part}`));
  return last;
}

export type Probed = { readonly sameToken: number; readonly otherToken: number };

/** Inserts a row into the part's table partition with the batch's token, and with another one. */
export async function probe(
  dataDir: string,
  table: BatchTable,
  { part }: LastPart,
  token: string,
): Promise<Probed> {
  const text = JSON.stringify({ dataDir, table, token, seconds: secondsOf(part) });
  const { stdout } = await run(process.execPath, [...nodeRuns(prober), text]);
  return JSON.parse(stdout) as Probed;
}

/** Start of the table partition in a part's name: `20260505_1_1_0`, `202605_…`, or `all_…`. */
function secondsOf(part: string): number {
  const [, year, month, day = '01'] = /^(\d{4})(\d{2})(\d{2})?_/.exec(part) ?? [];
  return year === undefined ? 0 : Date.parse(`${year}-${month}-${day}T00:00:00Z`) / 1000;
}

const numberOf = (file: string): number => Number(/\d+/.exec(file)?.[0] ?? 0);
