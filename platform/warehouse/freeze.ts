import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './chdb.ts';

/** The tables of one moment: links to files that the engine does not delete before they are released. */
export type Frozen = {
  /** Laid out as the folder of the warehouse, with parts only. */
  readonly folder: string;
  release(): Promise<void>;
};

/** Where the engine links the parts of frozen tables, in its own folder. */
export const frozenFolder = 'shadow';
const moment = 'moment';

/** What a process that ended meanwhile left: it would keep the disk from getting free. */
export const clearFrozen = (folder: string): Promise<void> =>
  rm(join(folder, frozenFolder), { recursive: true, force: true });

/**
 * Links the parts that all tables have now.
 *  writer  the only connection that inserts, so that all tables are of one moment
 */
export async function freezeTables(folder: string, writer: Connection): Promise<Frozen> {
  const release = (): Promise<void> => clearFrozen(folder);
  try {
    for (const table of await tablesOf(writer))
      await writer.run(`ALTER TABLE \`${table}\` FREEZE WITH NAME '${moment}'`);
  } catch (error) {
    await release();
    throw error;
  }
  return { folder: join(folder, frozenFolder, moment), release };
}

async function tablesOf(connection: Connection): Promise<readonly string[]> {
  const names = await connection.run(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
     FORMAT TSV`,
  );
  return names.toString().trim().split('\n');
}
