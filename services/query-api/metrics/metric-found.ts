import type { TimeSeries } from '../../../schemas/metrics/routes.ts';

/** What was found of one group: a figure for each step in which one can be told, and all samples. */
export type FoundLine = TimeSeries & { readonly samples: number };
