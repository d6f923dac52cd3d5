import { setImmediate as otherWork } from 'node:timers/promises';
import type { Column } from '../../../platform/columns/column.ts';
import { withoutLists } from '../../../platform/columns/without-lists.ts';
import type { Block } from './table-block.ts';

/**
 * The same points, but those of some entries without attributes and marked as others.
 *  isOut  for each entry whether it is one of them
 */
export async function dropAttributes(block: Block, isOut: Uint8Array): Promise<Block> {
  const { entryIds = new Uint32Array(block.rows) } = block;
  const isOther = new Uint8Array(block.rows);
  for (let row = 0; row < block.rows; row++) isOther[row] = isOut[entryIds[row] as number] ?? 0;
  if (!isOther.includes(1)) return block;
  const columns: Column[] = [];
  for (const column of block.columns) {
    const { name, data } = column;
    if (name === 'is_other') {
      columns.push({ ...column, data: { kind: 'fixed', width: 1, bytes: isOther } });
    } else if (name.startsWith('attributes.') && data.kind === 'array') {
      await otherWork();
      columns.push({ ...column, data: withoutLists(data, isOther) });
    } else columns.push(column);
  }
  return { ...block, columns };
}
