import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { FolderDamaged } from '../../platform/errors.ts';
import { createDurably, readIfThere, writeDurably } from '../../platform/files/durable-file.ts';
import { syncFolder } from '../../platform/files/sync-folder.ts';
import type { Manifest } from './identity.ts';

const manifestSchema = z.object({
  id: z.uuid(),
  start: z.int().min(1),
  isSettled: z.boolean(),
  engines: z.array(z.enum(['warehouse', 'log', 'events', 'blobs'])),
});

/** Undefined where the folder has none: it is new, or of a release before identities. Throws `FolderDamaged`. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new FolderDamaged(`${file} is damaged`);
  }
}

/** Takes the place of the one before, as a whole. */
export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  const draft = `${file}.draft`;
  await writeDurably(draft, textOf(manifest));
  await rename(draft, file);
  await syncFolder(dirname(file));
}

/** Makes the first one, unless another process is earlier. */
export const createManifest = (file: string, manifest: Manifest): Promise<void> =>
  createDurably(file, textOf(manifest));

const textOf = (manifest: Manifest): string => `${JSON.stringify(manifest)}\n`;
