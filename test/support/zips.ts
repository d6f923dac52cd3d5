import { crc32, deflateRawSync } from 'node:zlib';

/** A file for a zip; what its directory says of it is what is true unless it is given. */
export type ZippedFile = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isStored?: boolean;
  /** Bytes that are missing at the end of what is deflated. */
  readonly cutBytes?: number;
  readonly declaredBytes?: number;
  readonly crc32?: number;
  /** 8 is deflate. */
  readonly method?: number;
  readonly isEncrypted?: boolean;
};

/** A zip as programs write it, or one that lies. */
export function zipOf(files: readonly ZippedFile[], declaredCount = files.length) {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const { fields, name, packed } = packedFile(file);
    directory.push(centralHeader(fields, name.length, at), name);
    locals.push(localHeader(fields, name.length), name, packed);
    at += 30 + name.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = endOfDirectory(declaredCount, directoryBytes.length, at);
  return new Uint8Array(Buffer.concat([...locals, directoryBytes, end]));
}

/** Of contents that several files have. */
const deflatedOnes = new WeakMap<Uint8Array, Buffer>();

function deflated(content: string | Uint8Array): Buffer {
  if (typeof content === 'string') return deflateRawSync(content);
  const known = deflatedOnes.get(content) ?? deflateRawSync(content);
  deflatedOnes.set(content, known);
  return known;
}

function packedFile(file: ZippedFile) {
  const { content } = file;
  const packed = file.isStored
    ? Buffer.from(content)
    : deflated(content).subarray(0, -(file.cutBytes ?? 0) || undefined);
  const fields: Fields = {
    flags: 0x800 | (file.isEncrypted ? 1 : 0),
    method: file.method ?? (file.isStored ? 0 : 8),
    crc: file.crc32 ?? crc32(content),
    packedBytes: packed.length,
    bytes: file.declaredBytes ?? Buffer.byteLength(content),
  };
  return { fields, name: Buffer.from(file.name), packed };
}

type Fields = {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
};

const version = 20;

function localHeader(fields: Fields, nameBytes: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  writeFields(header, fields, nameBytes, 6);
  return header;
}

function centralHeader(fields: Fields, nameBytes: number, at: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  writeFields(header, fields, nameBytes, 8);
  header.writeUInt32LE(at, 42);
  return header;
}

function writeFields(header: Buffer, fields: Fields, nameBytes: number, from: number): void {
  header.writeUInt16LE(fields.flags, from);
  header.writeUInt16LE(fields.method, from + 2);
  header.writeUInt32LE(fields.crc, from + 8);
  header.writeUInt32LE(fields.packedBytes, from + 12);
  header.writeUInt32LE(fields.bytes, from + 16);
  header.writeUInt16LE(nameBytes, from + 20);
}

function endOfDirectory(count: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
