import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { BrokenZip, OversizedZip } from './broken-zip.ts';

/** A file of a zip, as the directory of the zip describes it. */
export type ZipEntry = {
  /** With `/` between folders, relative and without `..`; it is a label and never opened as a path. */
  readonly name: string;
  /** As it lies in the zip. */
  readonly packed: Buffer;
  readonly isDeflated: boolean;
  /** What the directory says of the file; both are checked when it is unpacked. */
  readonly declaredBytes: number;
  readonly crc32: number;
};

export type ZipLimits = { readonly entriesMax: number; readonly nameBytesMax: number };

const signatures = ['PK\u0003\u0004', 'PK\u0005\u0006'].map(text => Buffer.from(text));

/** Whether bytes begin as a zip does, also one without entries. */
export const isZip = (bytes: Buffer): boolean =>
  signatures.some(signature => bytes.subarray(0, signature.length).equals(signature));

/** Whether a zip may begin somewhere in bytes. */
export const hasZip = (bytes: Buffer): boolean =>
  signatures.some(signature => bytes.includes(signature));

/**
 * The files of a zip, in the order of its directory; nothing is unpacked, and folders are left out. Throws `BrokenZip` for what
 * is no zip, for names that lead out of it or hold control characters, and for files that are encrypted or of another method
 * than deflate; `OversizedZip` for more entries or longer names than the limits allow.
 *  cost  O(entries)
 */
export async function zipEntries(bytes: Buffer, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  const zip = await translated(fromBufferPromise(bytes));
  if (zip.entryCount > limits.entriesMax)
    throw new OversizedZip(
      `expected at most ${limits.entriesMax} entries in a zip, found ${zip.entryCount}`,
    );
  const entries: ZipEntry[] = [];
  const directory = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await translated(directory.next());
    if (done) return entries;
    expectName(entry, entries.length + 1, limits);
    if (!entry.fileName.endsWith('/')) entries.push(await fileOf(zip, entry, bytes));
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/u;

function expectName(entry: Entry, place: number, { nameBytesMax }: ZipLimits): void {
  if (entry.fileNameLength > nameBytesMax)
    throw new OversizedZip(
      `expected names of at most ${nameBytesMax} bytes in a zip, found ${entry.fileNameLength} in entry ${place}`,
    );
  if (control.test(entry.fileName))
    throw new BrokenZip(
      `expected names without control characters in a zip, found some in entry ${place}`,
    );
}

async function fileOf(zip: ZipFile, entry: Entry, bytes: Buffer): Promise<ZipEntry> {
  const { fileName: name, compressionMethod, compressedSize, uncompressedSize, crc32 } = entry;
  if (entry.isEncrypted()) throw new BrokenZip(`${name} is encrypted; send it without a password`);
  if (!entry.canDecodeFileData())
    throw new BrokenZip(
      `expected files that are stored or deflated, found method ${compressionMethod} in ${name}`,
    );
  const { fileDataStart: from } = await translated(
    zip.readLocalFileHeaderPromise(entry, { minimal: true }),
  );
  return {
    name,
    packed: bytes.subarray(from, from + compressedSize),
    isDeflated: compressionMethod !== 0,
    declaredBytes: uncompressedSize,
    crc32,
  };
}

/** What the reader of zips finds wrong is what the sender reads. */
const translated = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((cause: Error) => {
    throw new BrokenZip(`expected a zip that can be read: ${cause.message}`, { cause });
  });
