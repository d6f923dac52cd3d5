import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { dropAttributes } from '../blocks/drop-attributes.ts';
import type { BatchSeries } from '../blocks/metric-points.ts';
import {
  groupAt,
  nameOfGroup,
  type SeriesGroup,
  type SeriesGroups,
} from '../blocks/series-groups.ts';
import type { Block } from '../blocks/table-block.ts';
import { limits } from '../config.ts';
import { createLimiter, decideEach } from './limiter.ts';
import { readSeries } from './load-series.ts';

/**
 * Bounds the series of a metric, for each service and day. Points past the bound are kept with
 * their figures and their series, so that every rate stays exact, but without their attributes:
 * reads show them together as `(other)`.
 */
export type SeriesCardinalityLimiter = {
  /** The blocks of a batch of points; series past the bound have no attributes. */
  readonly applied: (
    blocks: readonly Block[],
    series: BatchSeries,
    signal: AbortSignal,
  ) => Promise<readonly Block[]>;
};

export function createSeriesCardinalityLimiter({
  warehouse,
  onOverflow,
}: {
  readonly warehouse: Warehouse;
  readonly onOverflow: (series: number, metric: string) => void;
}): SeriesCardinalityLimiter {
  const limiter = createLimiter<SeriesGroup, number>({
    membersMax: limits.seriesMax,
    rememberedMax: limits.seriesRememberedMax,
    groupsAtOnce: limits.seriesGroupsAtOnce,
    nameOf: nameOfGroup,
    read: (groups, signal) => readSeries(groups, { warehouse, signal }),
  });
  return {
    applied: async (blocks, { groups, entries: { group, low, high } }, signal) => {
      const members = await limiter.membersOf(allGroups(groups), signal);
      const { actions, over, first } = await decideEach(group.length, entry => {
        // Each series by 53 of its 64 bits.
        const series = (low[entry] as number) + ((high[entry] as number) & 0x1f_ffff) * 2 ** 32;
        return limiter.admits(members[group[entry] as number], series) ? 0 : 1;
      });
      if (over === 0) return blocks;
      onOverflow(over, groupAt(groups, group[first] as number).metric);
      const rest: Block[] = [];
      for (const block of blocks) rest.push(await dropAttributes(block, actions));
      return rest;
    },
  };
}

function* allGroups(groups: SeriesGroups): Generator<SeriesGroup> {
  for (let index = 0; index < groups.ends.length; index++) yield groupAt(groups, index);
}
