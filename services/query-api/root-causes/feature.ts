import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { findRootCauses } from './root-causes.ts';

export const rootCauses = {
  projections: [],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    rootCauses: asKnown(reads, watermarks, findRootCauses(reads)),
  }),
};
