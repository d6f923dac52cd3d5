import { chunk } from '../../../platform/chunk.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { dayMs } from '../../../schemas/durations.ts';
import { repeatableKinds, type Sample } from '../../../schemas/samples/record.ts';
import type { ReceivedSample } from '../blocks/samples.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';

type Dependencies = { readonly warehouse: Warehouse; readonly signal: AbortSignal };

/**
 * The samples whose id no other has that lies earlier on the partition. All samples of a subject are on one partition. Only offsets
 * before this batch are looked up, so a batch that is formed again after a crash is the same.
 */
export async function dropDuplicateSamples(
  samples: readonly ReceivedSample[],
  range: BatchRange,
  dependencies: Dependencies,
): Promise<readonly ReceivedSample[]> {
  const taken = new Set<string>();
  for (const some of chunk(samples, limits.samplesLookedUpMax))
    for (const name of await takenBefore(some, range, dependencies)) taken.add(name);
  return samples.filter(({ sample }) => {
    const name = nameOf(sample);
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  });
}

/** What a sample stores again on another day is stored under another name, and counts again. */
const nameOf = ({ subject, id, atMs }: Pick<Sample, 'subject' | 'id' | 'atMs'>): string =>
  `${subject} ${id} ${Math.floor(atMs / dayMs)}`;

async function takenBefore(
  samples: readonly ReceivedSample[],
  { partition, first }: BatchRange,
  { warehouse, signal }: Dependencies,
): Promise<readonly string[]> {
  const times = samples.map(({ sample }) => sample.atMs);
  const earliestMs = Math.min(...times);
  const isRepeatable = samples.some(({ sample }) => repeatableKinds.has(sample.kind));
  const rows = await warehouse.query<{ subject: string; id: string; at: string }>(
    `SELECT toString(samples.subject) AS subject, toString(samples.sample) AS id,
            toString(toUnixTimestamp64Milli(time)) AS at
     FROM samples
     WHERE organization IN {organizations:Array(UUID)} AND samples.subject IN {subjects:Array(UUID)}
       AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
       AND samples.sample IN {ids:Array(UUID)} AND partition = {partition:UInt16} AND offset < {first:UInt64}`,
    {
      organizations: [...new Set(samples.map(({ sample }) => sample.organizationId))],
      subjects: [...new Set(samples.map(({ sample }) => sample.subject))],
      ids: samples.map(({ sample }) => sample.id),
      from: isRepeatable ? earliestMs - (earliestMs % dayMs) : earliestMs,
      to: Math.max(...times),
      partition,
      first,
    },
    { signal },
  );
  return rows.map(({ at, ...row }) => nameOf({ ...row, atMs: Number(at) }));
}
