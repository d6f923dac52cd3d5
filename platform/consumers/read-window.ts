import type { LogRecord, OffsetAndMetadata } from '../topic-log/port.ts';

/** The part of a partition that is read and not committed. Its records are settled in any order. */
export type ReadWindow = {
  /** Offset of the next record to read. */
  readonly end: () => number;
  /** From the first open record to the end; what a commit notes grows with it. */
  readonly length: () => number;
  /** Takes in the next records, and gives those that are open: the others were settled before a crash. */
  readonly add: (records: readonly LogRecord[]) => readonly LogRecord[];
  readonly settled: (record: LogRecord) => void;
  /** The first open record, and as metadata which of the later ones are settled. */
  readonly position: () => OffsetAndMetadata;
};

export function openReadWindow(committed: OffsetAndMetadata | undefined): ReadWindow {
  let end = committed?.offset ?? 0;
  // A set keeps the order of insertion: the order of the offsets.
  const open = new Set<number>();
  const settled = new Set(committed === undefined ? [] : settledOffsets(committed));
  const firstOpen = (): number => {
    const [first = end] = open;
    return first;
  };
  return {
    end: () => end,
    length: () => end - firstOpen(),
    add: records => {
      const added = records.filter(({ offset }) => !settled.has(offset));
      for (const { offset } of added) open.add(offset);
      end = (records.at(-1)?.offset ?? end - 1) + 1;
      return added;
    },
    settled: ({ offset }) => {
      open.delete(offset);
      settled.add(offset);
    },
    position: () => {
      const offset = firstOpen();
      for (const each of settled) if (each < offset) settled.delete(each);
      return { offset, metadata: metadataOf(offset, settled) };
    },
  };
}

const bitsOfByte = 8;

/** Bit n stands for the n-th offset from the committed one on. Kafka takes metadata of up to 4,096 characters. */
function metadataOf(from: number, settled: ReadonlySet<number>): string {
  if (settled.size === 0) return '';
  const bits = Buffer.alloc(Math.ceil((Math.max(...settled) - from + 1) / bitsOfByte));
  for (const offset of settled) {
    const at = Math.floor((offset - from) / bitsOfByte);
    bits.writeUInt8(bits.readUInt8(at) | (1 << ((offset - from) % bitsOfByte)), at);
  }
  return bits.toString('base64');
}

function settledOffsets({ offset, metadata }: OffsetAndMetadata): readonly number[] {
  const bits = Buffer.from(metadata, 'base64');
  const isSet = (n: number): boolean =>
    (bits.readUInt8(Math.floor(n / bitsOfByte)) & (1 << (n % bitsOfByte))) !== 0;
  return Array.from({ length: bits.length * bitsOfByte }, (_, n) => n)
    .filter(isSet)
    .map(n => offset + n);
}
