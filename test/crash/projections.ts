import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { everyProjection } from '../support/every-projection.ts';
import { caughtUp } from './caught-up.ts';
import { type Child, operatorAsks } from './child.ts';

/** Rebuilds every projection beside the live one; one sentence for each that differs. */
export async function replayAll(
  adminSocket: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const name of names) {
    const path = `/admin/replay/${name}`;
    const { status, body } = await operatorAsks<{
      difference_count: number;
      differences: unknown[];
    }>(adminSocket, 'POST', path, { diff: true });
    if (status === 200 && body.difference_count === 0) continue;
    const found = `${status} ${JSON.stringify(body).slice(0, 400)}`;
    faults.push(`projection ${name}: expected a replay without differences, found ${found}`);
  }
  return faults;
}

/** Drops the whole read store, has a server make it again from the events, and compares the rows. */
export async function dropAndReplay(
  dataDir: string,
  start: () => Child,
): Promise<readonly string[]> {
  const before = await digestsOf(join(dataDir, 'read'));
  await rm(join(dataDir, 'read'), { recursive: true });
  const child = start();
  await caughtUp((await child.listening).adminSocket);
  child.kill('SIGTERM');
  await child.ended;
  const after = await digestsOf(join(dataDir, 'read'));
  return [...before]
    .filter(([name, digest]) => after.get(name) !== digest)
    .map(([name]) => `projection ${name}: dropped and replayed, it is not the same bytes`);
}

/** One digest a projection: of every version of every row. */
export async function digestsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const readStore = await openLmdbReadStore({ folder });
  try {
    const found = everyProjection.map(({ name }): [string, string] => {
      const digest = createHash('sha256');
      const table = readStore.current(name);
      if (table === undefined) throw new Error(`expected the projection ${name}, found none`);
      for (const version of readStore.versions(table)) digest.update(JSON.stringify(version));
      return [name, digest.digest('hex')];
    });
    return new Map(found);
  } finally {
    await readStore.close();
  }
}
