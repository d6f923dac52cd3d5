import { setImmediate as nextTurn } from 'node:timers/promises';
import { numberKeyBytes, writeNumber } from '../lmdb/keys.ts';
import type { RowChange, RowWrite } from './port.ts';
import { rowKey, rowOf, versionKeyOf } from './row-keys.ts';

/** A change of a table as lmdb takes it, in the order of the keys: neighbours share pages of the tree. */
export type EncodedChange = {
  readonly forgotten: readonly Buffer[];
  readonly versions: readonly { readonly key: Buffer; readonly text: string }[];
  /** What is left of each row that was written or forgotten. */
  readonly outcomes: readonly Outcome[];
};

export type Outcome = {
  readonly row: Buffer;
  readonly isLive: boolean;
  /** Of the last version; undefined for a row that is only forgotten. */
  readonly position: number | undefined;
  readonly isFirst: boolean;
  readonly isForgotten: boolean;
};

/** Stands for the end of a row; no JSON text is empty. */
export const tombstone = '';

/** Versions encoded before others get their turn. */
const turnVersions = 1_000;

/** Outside of the transaction, which has to be made in one turn of the event loop. */
export async function encodeChange(
  table: number,
  { writes, forget = [] }: Pick<RowChange, 'writes' | 'forget'>,
): Promise<EncodedChange> {
  const forgotten = new Set(forget);
  const versions: EncodedChange['versions'][number][] = [];
  const outcomes: Outcome[] = [];
  const sorted = inOrder(writes);
  let isFirst = false;
  for (const [index, write] of sorted.entries()) {
    if (index % turnVersions === turnVersions - 1) await nextTurn();
    const key = nextKey(table, write, sorted[index - 1], versions.at(-1)?.key);
    const isLive = write.row !== undefined;
    versions.push({ key, text: isLive ? JSON.stringify(write.row) : tombstone });
    isFirst = write.isFirst === true || (isFirst && sorted[index - 1]?.key === write.key);
    if (sorted[index + 1]?.key === write.key) continue;
    const isForgotten = forgotten.delete(write.key);
    outcomes.push({ row: rowOf(key), isLive, position: write.position, isFirst, isForgotten });
  }
  const gone = { isLive: false, position: undefined, isFirst: false, isForgotten: true };
  for (const key of forgotten) outcomes.push({ row: rowKey(table, key), ...gone });
  return { forgotten: forget.map(key => rowKey(table, key)), versions, outcomes };
}

/** Of two writes of one version, the later stays the later. */
function inOrder(writes: readonly RowWrite[]): readonly RowWrite[] {
  const order = (one: RowWrite, other: RowWrite): number =>
    one.key === other.key ? one.position - other.position : one.key < other.key ? -1 : 1;
  return writes.toSorted(order);
}

/** Versions of one row differ in the position alone. */
function nextKey(
  table: number,
  { key, position }: RowWrite,
  before: RowWrite | undefined,
  keyBefore: Buffer | undefined,
): Buffer {
  if (keyBefore === undefined || before?.key !== key) return versionKeyOf(table, key, position);
  const next = Buffer.from(keyBefore);
  writeNumber(next, position, next.length - numberKeyBytes);
  return next;
}
