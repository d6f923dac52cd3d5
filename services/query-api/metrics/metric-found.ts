import type { TimeSeries } from '../../../schemas/metrics/routes.ts';

/** The result of one group: a figure for each step with a known one, and all samples. */
export type FoundLine = TimeSeries & { readonly samples: number };
