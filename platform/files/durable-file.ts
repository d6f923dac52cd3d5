import { open } from 'node:fs/promises';

/** Writes a file that only its owner may read, and waits until the disk has it. */
export async function writeDurably(
  file: string,
  body: Uint8Array | string,
  flags: 'w' | 'wx' = 'w',
): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
