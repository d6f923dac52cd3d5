import { join, sep } from 'node:path';
import type { BackupSummary } from '../../platform/backup/catalogue.ts';
import { type BackupWriter, beginBackup, type Source } from '../../platform/backup/writer.ts';
import type { PartitionLag, TopicLog } from '../../platform/topic-log/port.ts';
import { meteredConsumers } from '../../schemas/topics.ts';

/** The engines of a data folder, as far as a backup needs them. */
export type FolderEngines = {
  readonly warehouse: {
    /** All tables of one moment, as files that stay until they are released. */
    freeze(): Promise<{ readonly folder: string; release(): Promise<void> }>;
  };
  readonly log: Pick<TopicLog, 'lag'> & {
    copyTo(folder: string, committed: readonly PartitionLag[]): Promise<void>;
  };
  readonly events: { copyTo(folder: string): Promise<void> };
};

export type BackupProgress = { readonly step: string; readonly files: number };

export type BackupOptions = {
  /** Where backups are kept, one folder each; made where it is missing. */
  readonly folder: string;
  readonly startedAtMs: number;
  readonly onProgress: (progress: BackupProgress) => void;
  readonly signal: AbortSignal;
};

export type BackupReport = BackupSummary & { readonly backup: string };

export type BackUp = (options: BackupOptions) => Promise<BackupReport>;

/**
 * Backs up a data folder while it is written to. The order makes it one moment:
 *  1. how far the processor had come. The copy of the log says that, whatever is committed meanwhile: what is in the
 *     warehouse already is then found there by its markers, as after a crash
 *  2. the warehouse, all tables between two inserts
 *  3. the log. It has every record of which the warehouse has rows
 *  4. the events. They have the outcome of every command that the log says is decided
 *  5. the blobs, which are written before what refers to them
 * Read models and the state of the evaluator are left out: they are made again from events and log.
 */
export const openBackUp =
  (
    dataDir: string,
    { warehouse, log, events }: FolderEngines,
    { version, clock }: { readonly version: string; readonly clock: () => number },
  ): BackUp =>
  async ({ folder, startedAtMs, onProgress, signal }) => {
    const writer = await beginBackup(folder, { dataDir, startedAtMs });
    const tell = progressOf(onProgress);
    try {
      const committed = await committedOf(log);
      tell.step('the tables of the warehouse');
      const frozen = await warehouse.freeze();
      try {
        tell.step('the log');
        await log.copyTo(writer.folder('log'), committed);
        signal.throwIfAborted();
        tell.step('the events');
        await events.copyTo(writer.folder('events'));
        tell.step('files');
        await addFiles(writer, sourcesOf(dataDir, frozen.folder), tell.file, signal);
      } finally {
        await frozen.release();
      }
      tell.step('the hashes of log and events');
      for (const name of ['log', 'events']) await writer.addWritten(name);
      return { backup: writer.backup, ...(await writer.finish(version, clock())) };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  };

async function committedOf(log: FolderEngines['log']): Promise<readonly PartitionLag[]> {
  const lags = await Promise.all(meteredConsumers.map(({ group, topic }) => log.lag(group, topic)));
  return lags.flat();
}

function progressOf(onProgress: BackupOptions['onProgress']) {
  let progress: BackupProgress = { step: '', files: 0 };
  const now = (change: Partial<BackupProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  return { step: (step: string) => now({ step }), file: () => now({ files: progress.files + 1 }) };
}

async function addFiles(
  writer: BackupWriter,
  sources: readonly Source[],
  onFile: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const source of sources) await writer.add(source, onFile, signal);
}

const always = (): boolean => true;

const sourcesOf = (dataDir: string, frozen: string): readonly Source[] => [
  { root: frozen, under: 'warehouse', isImmutable: always },
  { root: join(dataDir, 'warehouse'), under: 'warehouse', skips: isNoLayout },
  { root: join(dataDir, 'blobs'), under: 'blobs', skips: isDraft, isImmutable: always },
  { root: join(dataDir, 'outbox'), under: 'outbox', isImmutable: always },
  { root: dataDir, under: '', skips: path => !ofTheFolder.has(path) },
];

/** What the folder is known by. The key is not there where it comes from the environment. */
const ofTheFolder = new Set(['identity.json', 'master.key']);

const isDraft = (path: string): boolean => path === 'DRAFTS';

/**
 * Of the engine's own folder only what tells which tables there are: parts come from where they are frozen, and what
 * recognizes repeated blocks is not needed, as markers do.
 */
function isNoLayout(path: string): boolean {
  const [first = '', , , inTable, ...below] = path.split(sep);
  if (!layout.has(first)) return true;
  return inTable !== undefined && (below.length > 0 || !kept.test(inTable));
}

const layout = new Set(['metadata', 'data', 'store', 'IDENTITY']);
const kept = /^(?:format_version\.txt|mutation_\d+\.txt|.*\.sql|detached)$/;
