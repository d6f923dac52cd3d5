import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of `schemas/clickhouse`: one statement, never edited after its release. */
export type Ddl = { readonly number: number; readonly name: string; readonly sql: string };

/** The tables' definitions that ship with this package, by number. */
export async function readDdl(): Promise<readonly Ddl[]> {
  const folder = join(await packageRoot(), 'schemas', 'clickhouse');
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

/** The folder that holds package.json: as many levels up as it takes, because `dist` is one level deeper than the source. */
async function packageRoot(): Promise<string> {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (await exists(join(folder, 'package.json'))) return folder;
  }
  throw new Error(`expected package.json in ${start} or above`);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
