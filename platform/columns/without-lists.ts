import type { ColumnData } from './column.ts';
import { takeRows } from './take.ts';

type ArrayData = Extract<ColumnData, { readonly kind: 'array' }>;

/** The same lists, but empty in the rows where `isOut` is not 0. */
export function withoutLists({ ends, values }: ArrayData, isOut: Uint8Array): ArrayData {
  const kept = new Uint32Array(Number(ends.at(-1) ?? 0n));
  const newEnds = new BigUint64Array(ends.length);
  let count = 0;
  let at = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = Number(ends[row]);
    if (isOut[row] === 0) for (; at < end; at++) kept[count++] = at;
    at = end;
    newEnds[row] = BigInt(count);
  }
  const [taken] = takeRows([{ name: '', type: '', data: values }], kept.subarray(0, count));
  return { kind: 'array', ends: newEnds, values: taken?.data ?? values };
}
