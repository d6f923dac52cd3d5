import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../package.ts';

/** One file of `schemas/clickhouse`: one statement, never edited after its release. */
export type Ddl = { readonly number: number; readonly name: string; readonly sql: string };

/** The tables' definitions that ship with this package, by number. */
export async function readDdl(): Promise<readonly Ddl[]> {
  const folder = join(packageRoot(), 'schemas', 'clickhouse');
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  return Promise.all(names.map(name => readOne(folder, name)));
}

async function readOne(folder: string, file: string): Promise<Ddl> {
  const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (number === undefined || name === undefined) {
    throw new Error(`expected a name like 0001-spans.sql in ${folder}, found ${file}`);
  }
  return { number: Number(number), name, sql: await readFile(join(folder, file), 'utf8') };
}
