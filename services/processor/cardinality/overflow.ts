import type { Column } from '../../../platform/columns/column.ts';
import { withText } from '../../../platform/columns/with-text.ts';
import type { Block } from '../blocks/table-block.ts';
import type { NamedWindow } from '../blocks/windows.ts';
import type { BatchRange } from '../core/range.ts';
import type { FoldedBatch, FoldedWindows } from '../decode/batch.ts';
import { deltaRecords, type WindowDeltaRecord } from '../publish/deltas.ts';
import { createYielder } from '../yielder.ts';
import { createWindowMerger } from './window-merger.ts';

/** What operations and services past their number are called. */
export const overflowName = '(other)';

/** What becomes of an entry: it stays, its operation is another, or its service is, too. */
export const cardinalityAction = { stays: 0, otherOperation: 1, otherService: 2 } as const;

/** For each entry of the batch. */
type Fates = Uint8Array;

type To = { readonly range: BatchRange; readonly deltaPartitions: number };

/** The same batch, in whose windows those that are too many have another name. */
export async function applyOverflow(
  folded: FoldedWindows,
  fates: Fates,
  { range, deltaPartitions }: To,
): Promise<FoldedBatch> {
  const renamed = await renamedWindows(folded.deltas, fates);
  const blocks: Block[] = [];
  for (const block of folded.blocks) blocks.push(await renamedBlock(block, fates));
  return {
    ...folded,
    blocks,
    deltas: await deltaRecords(renamed, range, deltaPartitions),
  };
}

async function renamedBlock(block: Block, fates: Fates): Promise<Block> {
  const { entryIds, rows } = block;
  if (entryIds === undefined) return block;
  const slice = createYielder();
  const isOther = new Uint8Array(rows);
  const isOtherService = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const of = fates[entryIds[row] as number] ?? cardinalityAction.stays;
    isOther[row] = of === cardinalityAction.stays ? 0 : 1;
    isOtherService[row] = of === cardinalityAction.otherService ? 1 : 0;
    await slice();
  }
  const masks = new Map([
    ['operation', isOther],
    ['service', isOtherService],
  ]);
  const columns: Column[] = [];
  for (const column of block.columns) {
    const mask = masks.get(column.name);
    const isRenamed = mask?.includes(1) === true;
    columns.push(
      isRenamed ? { ...column, data: withText(column.data, overflowName, mask) } : column,
    );
    await slice();
  }
  return { ...block, columns };
}

/** The windows of the deltas under their new names, each once. */
async function renamedWindows(
  deltas: readonly WindowDeltaRecord[],
  fates: Fates,
): Promise<readonly NamedWindow[]> {
  const slice = createYielder();
  const sums = createWindowMerger();
  for (const { value, entryIds } of deltas) {
    const { windows } = JSON.parse(Buffer.from(value).toString()) as { windows: NamedWindow[] };
    for (const [index, window] of windows.entries()) {
      const of = fates[entryIds[index] as number];
      // Sums over organizations have none: they are made anew.
      if (of !== undefined) {
        const now = renamed(window, of);
        sums.add(sumName(now), now);
      }
      await slice();
    }
  }
  return sums.all();
}

const sumName = ({ organization, service, operation, entry, time }: NamedWindow): string =>
  JSON.stringify([organization, service, operation, entry, time]);

const renamed = (window: NamedWindow, of: number): NamedWindow => ({
  ...window,
  ...(of !== cardinalityAction.stays && { operation: overflowName }),
  ...(of === cardinalityAction.otherService && { service: overflowName }),
});
