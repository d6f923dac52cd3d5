import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { findRootCauses } from './root-causes.ts';

export const rootCauses = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    rootCauses: withWatermark(watermarks, findRootCauses(reads)),
  }),
};
