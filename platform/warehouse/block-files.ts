import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../errors.ts';
import type { NativeBlock } from './native.ts';

export type BlockFiles = {
  /** Writes the block to a file that lives while `use` runs. Throws `Unavailable` when the disk does not take it. */
  withBlock<Result>(block: NativeBlock, use: (path: string) => Promise<Result>): Promise<Result>;
};

/** Files of blocks on their way into the engine. What a former process left behind is removed. */
export async function openBlockFiles(folder: string): Promise<BlockFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (/^\d+\.native$/.test(name)) await unlink(join(folder, name));
  }
  let written = 0;
  return {
    withBlock: async (block, use) => {
      const path = join(folder, `${written++}.native`);
      try {
        await write(path, block);
        return await use(path);
      } finally {
        await unlink(path).catch(() => undefined);
      }
    },
  };
}

async function write(path: string, block: NativeBlock): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await writeAll(file, block);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new Unavailable(`expected to write a block to ${path}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, block: NativeBlock): Promise<void> {
  const expected = block.reduce((bytes, chunk) => bytes + chunk.length, 0);
  const { bytesWritten } = await file.writev([...block]);
  if (bytesWritten !== expected) {
    throw new Error(`expected ${expected} bytes written, found ${bytesWritten}`);
  }
}
