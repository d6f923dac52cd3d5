import type { NewRecord } from '../../platform/topic-log/port.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { recordVersion } from '../../schemas/topics.ts';
import type { NamedWindow } from './blocks/windows.ts';
import { limits } from './config.ts';
import type { BatchRange } from './core/range.ts';
import { openSlices } from './slices.ts';

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

/** The windows of each organization added up over its services: exact, as windows are sums. */
function globalWindows(windows: readonly NamedWindow[]): NamedWindow[] {
  const sums = new Map<string, { window: NamedWindow; bars: Map<number, number> }>();
  for (const window of windows) {
    if (!window.entry) continue;
    const name = `${window.organization} ${window.time}`;
    const sum = sums.get(name) ?? { window: emptySum(window), bars: new Map() };
    window.buckets.forEach((bucket, bar) => {
      sum.bars.set(bucket, (sum.bars.get(bucket) ?? 0) + (window.counts[bar] ?? 0));
    });
    const { n, errors } = sum.window;
    sum.window = { ...sum.window, n: n + window.n, errors: errors + window.errors };
    sums.set(name, sum);
  }
  return [...sums.values()].map(({ window, bars }) => {
    const sorted = [...bars].sort(([left], [right]) => left - right);
    return {
      ...window,
      buckets: sorted.map(([bucket]) => bucket),
      counts: sorted.map(([, count]) => count),
    };
  });
}

const emptySum = ({ organization, time }: NamedWindow): NamedWindow => ({
  organization,
  service: globalService,
  operation: '',
  entry: true,
  time,
  n: 0,
  errors: 0,
  buckets: [],
  counts: [],
});

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
