import { releases as rows } from '../../../projections/releases/releases.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { getReleaseFigures, listReleaseFigures } from './figures.ts';
import { getRelease, listReleases } from './releases.ts';

export const releases = {
  projections: [rows],
  handlers: (shared: QueryShared) => {
    const { watermarks, configuration } = shared;
    const reads = { ...shared, retention: configuration.retention };
    return {
      listReleases: listReleases(shared),
      getRelease: getRelease(shared),
      listReleaseFigures: asKnown(shared, watermarks.spans, listReleaseFigures(reads)),
      getReleaseFigures: asKnown(shared, watermarks.spans, getReleaseFigures(reads)),
    };
  },
};
