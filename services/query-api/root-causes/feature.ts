import { deploys } from '../../../projections/releases/deploys.ts';
import { releases } from '../../../projections/releases/releases.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { findRootCauses } from './root-causes.ts';

export const rootCauses = {
  projections: [deploys, releases],
  handlers: (shared: QueryShared) => {
    const reads = { ...shared, retention: shared.configuration.retention };
    return { rootCauses: asKnown(shared, shared.watermarks.spans, findRootCauses(reads)) };
  },
};
