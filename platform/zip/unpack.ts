import { crc32, inflateRawSync } from 'node:zlib';
import { BrokenZip, OversizedZip } from './broken-zip.ts';
import type { ZipEntry } from './entries.ts';

/** Bytes that inflating asks for at once. */
const stepBytes = 256 * 1024;

/** Bytes that may come out of a file, and what the sender reads when more do. */
export type UnpackedMost = { readonly bytes: number; readonly message: string };

/**
 * The content of a file. Throws `OversizedZip` as soon as more bytes have come out of it than may, whatever its zip declares, and
 * `BrokenZip` where the content is not what the zip declares.
 *  cost  O(bytes unpacked), on the thread of the caller
 */
export function unpacked(entry: ZipEntry, most: UnpackedMost): Buffer {
  const content = entry.isDeflated ? inflated(entry, most) : entry.packed;
  if (content.length > most.bytes) throw new OversizedZip(most.message);
  if (content.length !== entry.declaredBytes || crc32(content) !== entry.crc32)
    throw new BrokenZip(`${entry.name} is damaged: its content is not what the zip declares`);
  return content;
}

function inflated({ name, packed }: ZipEntry, { bytes, message }: UnpackedMost): Buffer {
  // None is no limit that Node takes.
  const options = { maxOutputLength: Math.max(1, bytes), chunkSize: stepBytes };
  try {
    return inflateRawSync(packed, options);
  } catch (cause) {
    const isOver = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isOver) throw new OversizedZip(message, { cause });
    throw new BrokenZip(`${name} is damaged: it cannot be inflated`, { cause });
  }
}
