import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Read, hashed and written at once: a turn of the event loop takes less than a millisecond. */
const chunkBytes = 1024 * 1024;

export type Copied = {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly sha256: string;
};

/** Copies a file with its time, and waits until the disk has it. */
export async function copyFile(from: string, to: string): Promise<Copied> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const { mtime } = await source.stat();
      const copied = await hashed(source, chunk => target.appendFile(chunk));
      await target.utimes(mtime, mtime);
      await target.sync();
      return { ...copied, modifiedMs: mtime.getTime() };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export async function hashFile(file: string): Promise<Copied> {
  const source = await open(file, 'r');
  try {
    const { mtime } = await source.stat();
    return { ...(await hashed(source)), modifiedMs: mtime.getTime() };
  } finally {
    await source.close();
  }
}

async function hashed(
  source: FileHandle,
  take: (chunk: Buffer) => Promise<unknown> = async () => undefined,
): Promise<Pick<Copied, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await take(chunk);
    bytes += bytesRead;
  }
}
