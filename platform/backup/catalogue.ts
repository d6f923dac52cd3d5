import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readIfThere, writeDurably } from '../files/durable-file.ts';
import { syncFolder } from '../files/sync-folder.ts';

/** What a backup says of itself. It is written last: a folder without it is not a backup. */
const summaryFile = 'backup.json';
/** A line for each entry; several gigabytes of parts have tens of thousands. */
const entriesFile = 'files.ndjson';
/** Where the data folder lies in a backup. */
export const dataOf = (backup: string): string => join(backup, 'data');

const summarySchema = z.object({
  format: z.literal(1),
  version: z.string(),
  /** Everything that was acknowledged before is in the backup. */
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  files: z.int(),
  bytes: z.int(),
  /** Of files that an earlier backup had and that share its space on the disk. */
  shared_bytes: z.int(),
});

const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    bytes: z.int(),
    modified_ms: z.number(),
    sha256: z.string(),
  }),
  z.object({ kind: z.literal('link'), path: z.string(), target: z.string() }),
  z.object({ kind: z.literal('folder'), path: z.string() }),
]);

export type BackupSummary = z.infer<typeof summarySchema>;
/** `path`: below the data folder. */
export type BackupEntry = z.infer<typeof entrySchema>;
export type FileEntry = Extract<BackupEntry, { kind: 'file' }>;

/** A backup is one of these folders: the instant of its start, without characters that a path may not have. */
const nameShape = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const unfinished = '.unfinished';

export const backupName = (atMs: number): string =>
  new Date(atMs).toISOString().replaceAll(':', '-');

export const draftOf = (backup: string): string => `${backup}${unfinished}`;

/** Undefined where the folder is no finished backup, or one of a later release. */
export async function readSummary(backup: string): Promise<BackupSummary | undefined> {
  const text = await readIfThere(join(backup, summaryFile));
  return text === undefined ? undefined : summarySchema.parse(JSON.parse(text));
}

export async function* readEntries(backup: string): AsyncIterable<BackupEntry> {
  const lines = createInterface({ input: createReadStream(join(backup, entriesFile)) });
  for await (const line of lines) yield entrySchema.parse(JSON.parse(line));
}

export async function writeCatalogue(
  backup: string,
  entries: readonly BackupEntry[],
  summary: BackupSummary,
): Promise<void> {
  const lines = entries.map(entry => `${JSON.stringify(entry)}\n`);
  await writeDurably(join(backup, entriesFile), lines.join(''));
  await writeDurably(join(backup, summaryFile), `${JSON.stringify(summary, null, 2)}\n`);
  await syncFolder(backup);
}

/** The latest finished backup in a folder of them; undefined where there is none. */
export async function latestBackup(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter(name => nameShape.test(name)).sort();
  for (const name of names.reverse()) {
    const backup = join(folder, name);
    if ((await readSummary(backup)) !== undefined) return backup;
  }
  return undefined;
}

/** What backups left that were interrupted. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isOurs = name.endsWith(unfinished) && nameShape.test(name.slice(0, -unfinished.length));
    if (isOurs) await rm(join(folder, name), { recursive: true });
  }
}
