import type { NewRecord } from '../../platform/topic-log/port.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { recordVersion } from '../../schemas/topics.ts';
import type { NamedWindow } from './blocks/windows.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';
import { openSlices } from './slices.ts';
import { openWindowSums } from './window-sums.ts';

/** Service name under which the sums of a whole organization travel, for rules of scope global. */
export const globalService = '*';

/**
 * What a batch adds to its windows: for each partition of `windows` that is touched, one delta in
 * numbered parts, named by the batch, so that a reader applies it once however often it is sent.
 */
export async function deltaRecords(
  windows: readonly NamedWindow[],
  range: BatchRange,
  partitions: number,
): Promise<NewRecord[]> {
  const slice = openSlices();
  const texts = new Map<number, string[]>();
  for (const all of [windows, globalWindows(windows)]) {
    for (const window of all) {
      const partition = partitionOf(`${window.organization}/${window.service}`, partitions);
      const list = texts.get(partition) ?? [];
      if (list.push(JSON.stringify(window)) === 1) texts.set(partition, list);
      await slice();
    }
  }
  return [...texts].flatMap(([partition, list]) => partRecords(list, partition, range));
}

/** The windows of each organization added up over its services. */
function globalWindows(windows: readonly NamedWindow[]): NamedWindow[] {
  const sums = openWindowSums();
  for (const window of windows) {
    if (!window.entry) continue;
    const { organization, time } = window;
    const global = { ...window, service: globalService, operation: '' };
    sums.add(`${organization} ${time}`, global);
  }
  return sums.all();
}

function partRecords(texts: readonly string[], partition: number, range: BatchRange): NewRecord[] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const text of texts) {
    if (bytes > 0 && bytes + text.length > limits.deltaBytesMax) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(text);
    bytes += text.length;
  }
  return parts.map((part, index) => ({
    key: `${range.topic}-${range.partition}`,
    partition,
    headers: { v: recordVersion, kind: 'delta' },
    value: Buffer.from(
      `{"source":${range.partition},"first":${range.first},"last":${range.last},` +
        `"part":${index},"parts":${parts.length},"windows":[${part.join(',')}]}`,
    ),
  }));
}
