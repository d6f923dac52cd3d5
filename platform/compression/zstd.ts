import { UnreadableFrame } from './unreadable-frame.ts';
import { openZstdModule, type ZstdModule } from './zstd-module.ts';

/** The lowest level: higher ones cost more time than their bytes are worth (test/bench/README.md). */
const level = 1;
/** What the module answers, negative, when what it unpacks does not fit. */
const targetTooSmall = 70;
/** The first room for a frame that does not say how much is in it. */
const ratioExpected = 8;
const roomBytesMin = 64 * 1024;

export type Zstd = {
  /** A frame of its own memory. */
  compress(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Exactly `inflatedBytes`, valid until the next call. */
  inflate(frame: Uint8Array, inflatedBytes: number): Buffer;
  /** The same for a frame of which only the most that it may hold is known. */
  inflateUpTo(frame: Uint8Array, inflatedBytesMax: number): Buffer;
};

let opened: Zstd | undefined;

/** One for each thread, from its first use on; its memory grows to the largest frame and stays. */
export function zstd(): Zstd {
  opened ??= openZstd();
  return opened;
}

/** No more is ever written than there is room for, whatever a frame says: the module sees to it. */
function openZstd(): Zstd {
  const module = openZstdModule();
  const compressing = present(module.createCCtx());
  const inflating = present(module.createDCtx());
  const source = openRoom(module);
  const target = openRoom(module);
  const read = (frame: Uint8Array, bytesMax: number): number => {
    const from = source.filled(frame);
    const to = target.of(bytesMax);
    return module.decompressUsingDict(inflating, to, bytesMax, from, frame.length, 0, 0);
  };
  const result = (bytes: number): Buffer =>
    Buffer.from(module.memory.buffer, target.address(), bytes);
  return {
    compress: bytes => {
      const bound = module.compressBound(bytes.length);
      const from = source.filled(bytes);
      const to = target.of(bound);
      const { length } = bytes;
      const written = module.compressUsingDict(compressing, to, bound, from, length, 0, 0, level);
      if (module.isError(written) !== 0) throw new Error('expected bytes to be compressed');
      return new Uint8Array(module.memory.buffer, to, written).slice();
    },
    inflate: (frame, inflatedBytes) => {
      const written = read(frame, inflatedBytes);
      if (module.isError(written) === 0 && written === inflatedBytes) return result(written);
      throw new UnreadableFrame(`expected a zstd frame of ${inflatedBytes} bytes, found another`);
    },
    inflateUpTo: (frame, inflatedBytesMax) => {
      let room = Math.max(roomBytesMin, frame.length * ratioExpected);
      for (;;) {
        room = Math.min(room, inflatedBytesMax);
        const written = read(frame, room);
        if (module.isError(written) === 0) return result(written);
        if (written !== -targetTooSmall) throw new UnreadableFrame('expected a whole zstd frame');
        if (room === inflatedBytesMax)
          throw new UnreadableFrame(`expected a zstd frame of at most ${inflatedBytesMax} bytes`);
        room *= 2;
      }
    },
  };
}

/** A place in the module's memory that grows with what is put there. */
function openRoom({ memory, malloc, free }: ZstdModule) {
  let address = 0;
  let size = 0;
  const of = (bytes: number): number => {
    if (address !== 0 && bytes <= size) return address;
    if (address !== 0) free(address);
    address = 0;
    size = Math.max(bytes, roomBytesMin);
    address = present(malloc(size));
    return address;
  };
  return {
    of,
    address: () => address,
    filled: (bytes: Uint8Array): number => {
      const to = of(bytes.length);
      new Uint8Array(memory.buffer, to, bytes.length).set(bytes);
      return to;
    },
  };
}

function present(address: number): number {
  if (address !== 0) return address;
  throw new Error('expected memory for zstd, found none');
}
