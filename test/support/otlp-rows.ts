import type { Column, ColumnData } from '../../platform/columns/column.ts';
import {
  openSpanBatch,
  type RecordContext,
  type SpanBatch,
} from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { receivedAtMs } from './otlp.ts';

export type Row = Readonly<Record<string, unknown>>;

export const recordContext = {
  receivedAtMs,
  organization: Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
  request: Buffer.from('fedcba9876543210fedcba9876543210', 'hex'),
  requestIndex: 0,
} satisfies RecordContext;

export function decoded(
  body: Uint8Array,
  format: OtlpFormat,
  context: RecordContext = recordContext,
): SpanBatch {
  const batch = openSpanBatch();
  decodeTraces(body, format, context, batch);
  return batch;
}

export const spanRows = (batch: SpanBatch): Row[] => rowsOf(batch.columns({ knownSeconds: 7 }));

export const resourceRows = (batch: SpanBatch): Row[] =>
  rowsOf(batch.resourceColumns({ knownSeconds: 7 }));

export const errorRows = (batch: SpanBatch): Row[] =>
  rowsOf(batch.errorColumns({ knownSeconds: 7 }));

/** Columns read back as rows: UUIDs as hex, 64-bit values as decimal text, the rest as numbers and texts. */
export function rowsOf(columns: readonly Column[]): Row[] {
  const read = columns.map(({ name, type, data }) => [name, valuesOf(type, data)] as const);
  const rows = read[0]?.[1].length ?? 0;
  for (const [name, values] of read) {
    if (values.length !== rows) throw new Error(`${name} has ${values.length} rows, not ${rows}`);
  }
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(read.map(([name, values]) => [name, values[row]])),
  );
}

function valuesOf(type: string, data: ColumnData): unknown[] {
  switch (data.kind) {
    case 'fixed':
      return fixedValues(type, data.width, Buffer.from(data.bytes));
    case 'strings':
      return strings(data.bytes);
    case 'dictionary': {
      const texts = strings(data.dictionary);
      return Array.from(data.indexes, index => texts[index]);
    }
    case 'array': {
      const values = valuesOf(type.replace(/^Array\((.*)\)$/, '$1'), data.values);
      if (values.length !== Number(data.ends.at(-1) ?? 0n))
        throw new Error(`${type}: values left over`);
      return Array.from(data.ends, (end, row) =>
        values.slice(Number(data.ends[row - 1] ?? 0n), Number(end)),
      );
    }
    case 'map':
      throw new Error('expected no map');
  }
}

function fixedValues(type: string, width: number, bytes: Buffer): unknown[] {
  const read = (at: number): unknown => {
    if (type === 'UUID') return uuid(bytes, at);
    if (type.startsWith('DateTime64')) return String(bytes.readBigInt64LE(at));
    if (type === 'Float64') return doubleWord(bytes.readDoubleLE(at));
    if (type === 'Int64') return String(bytes.readBigInt64LE(at));
    if (type === 'Int32') return bytes.readInt32LE(at);
    if (width === 8) return String(bytes.readBigUInt64LE(at));
    return bytes.readUIntLE(at, width);
  };
  return Array.from({ length: bytes.length / width }, (_, row) => read(row * width));
}

/** Minus zero is equal to zero and NaN to nothing, but not as texts. */
const doubleWord = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const uuid = (bytes: Buffer, at: number): string =>
  [at, at + 8]
    .map(half =>
      Buffer.from(bytes.subarray(half, half + 8))
        .reverse()
        .toString('hex'),
    )
    .join('');

function strings(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  const buffer = Buffer.from(bytes);
  for (let at = 0; at < buffer.length; ) {
    let length = 0;
    let shift = 0;
    for (let byte = 128; byte >= 128; shift += 7) {
      byte = buffer[at++] ?? 0;
      length |= (byte & 127) << shift;
    }
    texts.push(buffer.toString('utf8', at, at + length));
    at += length;
  }
  return texts;
}
