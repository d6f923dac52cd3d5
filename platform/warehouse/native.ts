import type { Column, ColumnData } from '../columns/column.ts';

/** Bytes to be written one after the other; some are views of the columns, so write before pushing more. */
export type NativeBlock = readonly Uint8Array[];

const lowCardinalityVersion = 1;
/** The dictionary comes with the block instead of standing in the table. */
const dictionaryInBlock = 0x200;

/**
 * One block in ClickHouse's Native format.
 *  columns  each of exactly `rows` rows; a column that is not is refused, because its bytes
 *           would be read as the next column's
 *  cost     headers, row ends of LowCardinality; the values themselves are not copied
 */
export function nativeBlock(rows: number, columns: readonly Column[]): NativeBlock {
  const chunks: Uint8Array[] = [Buffer.from([...varint(columns.length), ...varint(rows)])];
  for (const { name, type, data } of columns) {
    chunks.push(text(name), text(nativeType(type)));
    if (rows === 0) continue;
    try {
      writePrefixes(chunks, data);
      writeValues(chunks, data, rows);
    } catch (cause) {
      throw new RangeError(`column ${name} ${type}: ${(cause as Error).message}`, { cause });
    }
  }
  return chunks;
}

/** Native knows a SimpleAggregateFunction by the type of its values. */
function nativeType(type: string): string {
  return /^SimpleAggregateFunction\(\w+, (.+)\)$/.exec(type)?.[1] ?? type;
}

/** What stands before a whole column, however deep the LowCardinality is in it. */
function writePrefixes(chunks: Uint8Array[], data: ColumnData): void {
  switch (data.kind) {
    case 'fixed':
    case 'strings':
      return;
    case 'dictionary':
      chunks.push(uint64s(lowCardinalityVersion));
      return;
    case 'array':
      writePrefixes(chunks, data.values);
      return;
    case 'map':
      writePrefixes(chunks, data.keys);
      writePrefixes(chunks, data.values);
      return;
  }
}

function writeValues(chunks: Uint8Array[], data: ColumnData, count: number): void {
  switch (data.kind) {
    case 'fixed':
      expectCount(`bytes for ${count} values`, data.bytes.length, count * data.width);
      chunks.push(data.bytes);
      return;
    case 'strings':
      chunks.push(data.bytes);
      return;
    case 'dictionary':
      writeDictionary(chunks, data, count);
      return;
    case 'array':
      writeValues(chunks, data.values, writeEnds(chunks, data.ends, count));
      return;
    case 'map': {
      const values = writeEnds(chunks, data.ends, count);
      writeValues(chunks, data.keys, values);
      writeValues(chunks, data.values, values);
      return;
    }
  }
}

function writeEnds(chunks: Uint8Array[], ends: BigUint64Array, count: number): number {
  expectCount('row ends', ends.length, count);
  chunks.push(bytesOf(ends));
  return Number(ends[count - 1] ?? 0n);
}

function writeDictionary(
  chunks: Uint8Array[],
  data: ColumnData & { readonly kind: 'dictionary' },
  count: number,
): void {
  expectCount('indexes', data.indexes.length, count);
  if (count === 0) return;
  const [width, indexes] = narrowest(data);
  chunks.push(
    uint64s(dictionaryInBlock | width, data.size),
    data.dictionary,
    uint64s(count),
    bytesOf(indexes),
  );
}

/** Indexes in as few bytes as the dictionary allows, after the number by which ClickHouse knows the width. */
function narrowest(
  data: ColumnData & { readonly kind: 'dictionary' },
): [0 | 1 | 2, Uint8Array | Uint16Array | Uint32Array] {
  if (data.size <= 0x100) return [0, new Uint8Array(data.indexes)];
  if (data.size <= 0x1_0000) return [1, new Uint16Array(data.indexes)];
  return [2, data.indexes];
}

function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new RangeError(`expected ${expected} ${what}, found ${found}`);
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from(varint(bytes.length)), bytes]);
}

function uint64s(...values: readonly number[]): Uint8Array {
  return bytesOf(BigUint64Array.from(values, BigInt));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
