import type { ColumnData } from './column.ts';

type ArrayData = Extract<ColumnData, { readonly kind: 'array' }>;

/** The values that stay, as pairs of where a run of them begins and ends. */
type Runs = Uint32Array;

/** The same lists, but empty in the rows where `isOut` is not 0. Lists in lists are not taken apart. */
export function withoutLists({ ends, values }: ArrayData, isOut: Uint8Array): ArrayData {
  const newEnds = new BigUint64Array(ends.length);
  const runs: number[] = [];
  let kept = 0;
  let from = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = Number(ends[row]);
    if (isOut[row] === 0 && end > from) {
      kept += end - from;
      if (runs.at(-1) === from) runs[runs.length - 1] = end;
      else runs.push(from, end);
    }
    from = end;
    newEnds[row] = BigInt(kept);
  }
  return { kind: 'array', ends: newEnds, values: valuesIn(values, Uint32Array.from(runs)) };
}

function valuesIn(values: ColumnData, runs: Runs): ColumnData {
  switch (values.kind) {
    case 'fixed':
      return { ...values, bytes: bytesIn(values.bytes, runs, at => at * values.width) };
    case 'dictionary':
      return { ...values, indexes: indexesIn(values.indexes, runs) };
    case 'strings':
      return { ...values, bytes: bytesIn(values.bytes, runs, openPlaces(values.bytes)) };
    case 'array':
    case 'map':
      throw new TypeError(`expected lists of plain values, found lists of ${values.kind}s`);
  }
}

/** `place` says where the value with a number begins; the numbers ascend. */
function bytesIn(bytes: Uint8Array, runs: Runs, place: (value: number) => number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let run = 0; run < runs.length; run += 2) {
    const from = place(runs[run] as number);
    parts.push(bytes.subarray(from, place(runs[run + 1] as number)));
  }
  return Buffer.concat(parts);
}

function indexesIn(indexes: Uint32Array, runs: Runs): Uint32Array {
  const taken = new Uint32Array(indexes.length);
  let at = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const part = indexes.subarray(runs[run], runs[run + 1]);
    taken.set(part, at);
    at += part.length;
  }
  return taken.slice(0, at);
}

/** Walks over strings, each after the varint of its length. */
function openPlaces(bytes: Uint8Array): (value: number) => number {
  let at = 0;
  let passed = 0;
  return value => {
    for (; passed < value; passed++) {
      let length = 0;
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes[at++] as number;
        length += (byte & 127) * scale;
        if (byte < 128) break;
      }
      at += length;
    }
    return at;
  };
}
