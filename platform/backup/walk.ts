import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Something in a folder. `path`: below that folder. */
export type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

/**
 * All that is below a folder, each folder before what is in it; nothing where there is no such folder.
 *  skips  whether something, by its path, is left out with all that is in it
 */
export async function* walk(
  root: string,
  skips: (path: string) => boolean = () => false,
  under = '',
): AsyncGenerator<Found> {
  for (const entry of await entriesOf(join(root, under))) {
    const path = join(under, entry.name);
    if (skips(path)) continue;
    if (entry.isSymbolicLink()) {
      yield { kind: 'link', path, target: await readlink(join(root, path)) };
    } else if (entry.isDirectory()) {
      yield { kind: 'folder', path };
      yield* walk(root, skips, path);
    } else if (entry.isFile()) {
      yield { kind: 'file', path };
    }
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
