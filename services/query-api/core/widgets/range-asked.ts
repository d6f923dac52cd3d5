import type { rangeNames, WidgetRange } from '../../../../schemas/widgets/ranges.ts';

/** The first name that is given, in this order; a day when none is. */
export const rangeAsked = (
  query: {
    readonly [Name in (typeof rangeNames)[number]]?: WidgetRange | undefined;
  },
): WidgetRange => query.range ?? query.timeRange ?? query.time_range ?? '24h';
