import type { Column, ColumnData } from './column.ts';

/** The given rows of each column, in the given order. */
export const takeRows = (columns: readonly Column[], rows: Uint32Array): Column[] =>
  columns.map(column => ({ ...column, data: take(column.data, rows) }));

function take(data: ColumnData, rows: Uint32Array): ColumnData {
  switch (data.kind) {
    case 'fixed':
      return { ...data, bytes: takeFixed(data.bytes, data.width, rows) };
    case 'strings':
      return { ...data, bytes: takeStrings(data.bytes, rows) };
    case 'dictionary':
      return { ...data, indexes: rows.map(row => data.indexes[row] as number) };
    case 'array':
      return { ...data, ends: endsOf(data.ends, rows), values: take(data.values, run(data, rows)) };
    case 'map': {
      const values = run(data, rows);
      return {
        ...data,
        ends: endsOf(data.ends, rows),
        keys: take(data.keys, values),
        values: take(data.values, values),
      };
    }
  }
}

function takeFixed(bytes: Uint8Array, width: number, rows: Uint32Array): Uint8Array {
  const taken = new Uint8Array(rows.length * width);
  let at = 0;
  eachRun(rows, (from, to) => {
    taken.set(bytes.subarray(from * width, to * width), at);
    at += (to - from) * width;
  });
  return taken;
}

function takeStrings(bytes: Uint8Array, rows: Uint32Array): Uint8Array {
  const starts = stringStarts(bytes);
  const parts: Uint8Array[] = [];
  eachRun(rows, (from, to) => parts.push(bytes.subarray(starts[from], starts[to])));
  return Buffer.concat(parts);
}

/** Rows that follow one another are copied at once. */
function eachRun(rows: Uint32Array, copy: (from: number, to: number) => void): void {
  for (let index = 0; index < rows.length; ) {
    const from = rows[index] as number;
    let length = 1;
    while (rows[index + length] === from + length) length++;
    copy(from, from + length);
    index += length;
  }
}

/** Where each string begins with its length, and where the last one ends. */
function stringStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let at = 0; at < bytes.length; starts.push(at)) {
    let length = 0;
    let scale = 1;
    for (;;) {
      const byte = bytes[at++] as number;
      length += (byte & 127) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    at += length;
  }
  return starts;
}

type Runs = { readonly ends: BigUint64Array };

const startOf = (ends: BigUint64Array, row: number): number => Number(ends[row - 1] ?? 0n);

const endOf = (ends: BigUint64Array, row: number): number => Number(ends[row] as bigint);

function endsOf(ends: BigUint64Array, rows: Uint32Array): BigUint64Array {
  let end = 0;
  return BigUint64Array.from(rows, row => {
    end += endOf(ends, row) - startOf(ends, row);
    return BigInt(end);
  });
}

/** The values that belong to the given rows, one after the other. */
function run({ ends }: Runs, rows: Uint32Array): Uint32Array {
  const values: number[] = [];
  for (const row of rows) {
    for (let value = startOf(ends, row); value < endOf(ends, row); value++) values.push(value);
  }
  return Uint32Array.from(values);
}
