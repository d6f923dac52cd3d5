import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of records of a topic on the disk of the broker that has this folder. */
export async function logBytes(folder: string, topic: string): Promise<number> {
  const names = (await readdir(folder)).filter(name => name.replace(/-\d+$/u, '') === topic);
  let bytes = 0;
  for (const name of names) {
    const segments = (await readdir(join(folder, name))).filter(file => file.endsWith('.log'));
    for (const segment of segments) bytes += (await stat(join(folder, name, segment))).size;
  }
  return bytes;
}
