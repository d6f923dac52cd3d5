import { withText } from '../../platform/columns/with-text.ts';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { type BatchOperations, nameOfGroup } from './blocks/operation-entries.ts';
import type { NamedWindow } from './blocks/windows.ts';
import type { BatchRange } from './core/range.ts';
import { secondsPerDay } from './core/tables.ts';
import { deltaRecords, globalService } from './deltas.ts';
import type { FoldedBatch } from './fold/batch.ts';
import { openSlices } from './slices.ts';
import type { Block } from './table-rows.ts';
import { openWindowSums } from './window-sums.ts';

/** What operations and services past their number are called. */
export const otherName = '(other)';

/** What becomes of an entry: it stays, its operation is another, or its service is, too. */
export const fate = { stays: 0, otherOperation: 1, otherService: 2 } as const;

/** For each entry of the batch. */
type Fates = Uint8Array;

type To = { readonly range: BatchRange; readonly deltaPartitions: number };

/** The same batch, in whose windows those that are too many have another name. */
export async function othersNamed(
  folded: FoldedBatch,
  batch: BatchOperations,
  fates: Fates,
  { range, deltaPartitions }: To,
): Promise<FoldedBatch> {
  const renamed = await renamedWindows(folded.deltas, batch, fates);
  return {
    ...folded,
    blocks: folded.blocks.map(block => renamedBlock(block, fates)),
    deltas: await deltaRecords(renamed, range, deltaPartitions),
  };
}

function renamedBlock(block: Block, fates: Fates): Block {
  const { tags, rows } = block;
  if (tags === undefined) return block;
  const isOther = new Uint8Array(rows);
  const isOtherService = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const of = fates[tags[row] as number] ?? fate.stays;
    isOther[row] = of === fate.stays ? 0 : 1;
    isOtherService[row] = of === fate.otherService ? 1 : 0;
  }
  const masks = new Map([
    ['operation', isOther],
    ['service', isOtherService],
  ]);
  const columns = block.columns.map(column => {
    const mask = masks.get(column.name);
    if (mask?.includes(1) !== true) return column;
    return { ...column, data: withText(column.data, otherName, mask) };
  });
  return { ...block, columns };
}

/** The windows that the deltas tell of, each once under the names that it has now. */
async function renamedWindows(
  deltas: readonly NewRecord[],
  { groups, entries }: BatchOperations,
  fates: Fates,
): Promise<readonly NamedWindow[]> {
  const fateOf = new Map<string, number>();
  for (const [index, { group, operation }] of entries.entries()) {
    const of = groups[group];
    if (of !== undefined) fateOf.set(`${nameOfGroup(of)} ${operation}`, fates[index] ?? fate.stays);
  }
  const slice = openSlices();
  const sums = openWindowSums();
  for (const { value } of deltas) {
    for (const window of windowsIn(value)) {
      const now = renamed(window, fateOf.get(nameOf(window)) ?? fate.stays);
      sums.add(sumName(now), now);
      await slice();
    }
  }
  return sums.all();
}

const nameOf = ({ organization, service, operation, time }: NamedWindow): string =>
  `${nameOfGroup({ organization, service, day: Math.floor(time / secondsPerDay) })} ${operation}`;

const sumName = ({ organization, service, operation, entry, time }: NamedWindow): string =>
  JSON.stringify([organization, service, operation, entry, time]);

const renamed = (window: NamedWindow, of: number): NamedWindow => ({
  ...window,
  ...(of !== fate.stays && { operation: otherName }),
  ...(of === fate.otherService && { service: otherName }),
});

/** Sums over organizations are made anew. */
function windowsIn(value: Uint8Array): readonly NamedWindow[] {
  const { windows } = JSON.parse(Buffer.from(value).toString()) as { windows: NamedWindow[] };
  return windows.filter(({ service, operation }) => service !== globalService || operation !== '');
}
