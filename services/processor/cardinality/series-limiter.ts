import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { dropAttributes } from '../blocks/drop-attributes.ts';
import type { BatchSeries } from '../blocks/metric-points.ts';
import { groupAt, groupName, type SeriesGroup } from '../blocks/series-groups.ts';
import type { Block } from '../blocks/table-block.ts';
import { limits } from '../config.ts';
import { createYielder } from '../yielder.ts';
import { loadSeries } from './load-series.ts';

/**
 * Bounds the series of a metric, for each service and day. Points past the bound are kept with
 * their figures and their series, so that every rate stays exact, but without their attributes:
 * reads show them together as `(other)`.
 */
export type SeriesCardinalityLimiter = {
  /** The blocks of a batch of points, without the attributes that are too many. */
  readonly applied: (
    blocks: readonly Block[],
    series: BatchSeries,
    signal: AbortSignal,
  ) => Promise<readonly Block[]>;
};

/** The series of each group by the name of the group, each series by 53 of its 64 bits. */
type Known = Map<string, Set<number>>;

type Dependencies = {
  readonly warehouse: Warehouse;
  readonly onOverflow: (series: number, metric: string) => void;
};

/** What was seen is remembered, and read from the warehouse where this process has not seen it yet. */
export function createSeriesCardinalityLimiter({
  warehouse,
  onOverflow,
}: Dependencies): SeriesCardinalityLimiter {
  const known: Known = new Map();
  let remembered = 0;
  return {
    applied: async (blocks, series, signal) => {
      if (remembered > limits.seriesRememberedMax) {
        known.clear();
        remembered = 0;
      }
      const groups = await seriesOfGroups(series, known, { warehouse, signal });
      const { isOut, added, left } = await admit(series, groups);
      remembered += added + groups.length;
      if (left === 0) return blocks;
      const first = series.entries.group[isOut.indexOf(1)] as number;
      onOverflow(left, groupAt(series.groups, first).metric);
      const rest: Block[] = [];
      for (const block of blocks) rest.push(await dropAttributes(block, isOut));
      return rest;
    },
  };
}

/** What is known of each group of a batch, after what was not known yet has been read. */
async function seriesOfGroups(
  { groups }: BatchSeries,
  known: Known,
  reading: { readonly warehouse: Warehouse; readonly signal: AbortSignal },
): Promise<Set<number>[]> {
  const slice = createYielder();
  const found: Set<number>[] = [];
  const unknown = new Map<string, readonly [SeriesGroup, Set<number>]>();
  const learn = async (): Promise<void> => {
    await loadSeries([...unknown.values()], reading);
    for (const [name, [, series]] of unknown) known.set(name, series);
    unknown.clear();
  };
  for (let index = 0; index < groups.ends.length; index++) {
    const name = groupName(groups, index);
    const series = known.get(name) ?? new Set();
    found.push(series);
    if (!known.has(name)) unknown.set(name, [groupAt(groups, index), series]);
    if (unknown.size === limits.seriesGroupsAtOnce) await learn();
    await slice();
  }
  await learn();
  return found;
}

type Admitted = {
  /** For each entry 1 when its group is full without it. */
  readonly isOut: Uint8Array;
  readonly added: number;
  readonly left: number;
};

/** Counts the entries of a batch to their groups, as long as these have room. */
async function admit(
  { entries: { group, low, high } }: BatchSeries,
  groups: readonly Set<number>[],
): Promise<Admitted> {
  const slice = createYielder();
  const isOut = new Uint8Array(group.length);
  let added = 0;
  let left = 0;
  for (let entry = 0; entry < group.length; entry++) {
    const series = groups[group[entry] as number] as Set<number>;
    const name = (low[entry] as number) + ((high[entry] as number) & 0x1f_ffff) * 2 ** 32;
    if (series.has(name)) continue;
    if (series.size < limits.seriesMax) {
      series.add(name);
      added++;
    } else {
      isOut[entry] = 1;
      left++;
    }
    await slice();
  }
  return { isOut, added, left };
}
