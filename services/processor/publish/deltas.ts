import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { partitionOf } from '../../../schemas/partition.ts';
import { globalService } from '../../../schemas/telemetry/window-record.ts';
import { recordVersion } from '../../../schemas/topics.ts';
import { noRowId } from '../blocks/table-block.ts';
import type { NamedWindow } from '../blocks/windows.ts';
import { createWindowMerger } from '../cardinality/window-merger.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import { createYielder } from '../yielder.ts';

/** A record for `windows`. */
export type WindowDeltaRecord = NewRecord & {
  /** The entry of each of its windows, for the cardinality limiter; it is not appended. */
  readonly entryIds: Uint32Array;
};

/**
 * What a batch adds to its windows: for each partition of `windows` that is touched, one delta in
 * numbered parts, named by the batch, so that a reader applies it once however often it is sent.
 *  entryIds  of the windows; the sums of a whole organization have `noRowId`
 */
export async function deltaRecords(
  windows: readonly NamedWindow[],
  range: BatchRange,
  partitions: number,
  entryIds: ArrayLike<number> = [],
): Promise<WindowDeltaRecord[]> {
  const slice = createYielder();
  const texts = new Map<number, Text[]>();
  for (const [index, window] of [...windows, ...globalWindows(windows)].entries()) {
    const partition = partitionOf(`${window.organization}/${window.service}`, partitions);
    const list = texts.get(partition) ?? [];
    const text = { text: JSON.stringify(window), entryId: entryIds[index] ?? noRowId };
    if (list.push(text) === 1) texts.set(partition, list);
    await slice();
  }
  return [...texts].flatMap(([partition, list]) => partRecords(list, partition, range));
}

type Text = { readonly text: string; readonly entryId: number };

/** The windows of each organization added up over its services. */
function globalWindows(windows: readonly NamedWindow[]): NamedWindow[] {
  const sums = createWindowMerger();
  for (const window of windows) {
    if (!window.entry) continue;
    const { organization, time } = window;
    const global = { ...window, service: globalService, operation: '' };
    sums.add(`${organization} ${time}`, global);
  }
  return sums.all();
}

function partRecords(
  all: readonly Text[],
  partition: number,
  range: BatchRange,
): WindowDeltaRecord[] {
  const parts: Text[][] = [[]];
  let bytes = 0;
  for (const one of all) {
    if (bytes > 0 && bytes + one.text.length > limits.deltaBytesMax) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(one);
    bytes += one.text.length;
  }
  return parts.map((part, index) => ({
    key: `${range.topic}-${range.partition}`,
    partition,
    headers: { v: recordVersion, kind: 'delta' },
    value: Buffer.from(
      `{"source":${range.partition},"first":${range.first},"last":${range.last},` +
        `"part":${index},"parts":${parts.length},` +
        `"windows":[${part.map(({ text }) => text).join(',')}]}`,
    ),
    entryIds: Uint32Array.from(part, ({ entryId }) => entryId),
  }));
}
