import { releaseCounts } from '../../../projections/releases/release-counts.ts';
import { releases as rows } from '../../../projections/releases/releases.ts';
import type { IngestShared } from '../shared.ts';
import { changeRelease, deleteRelease, deployRelease } from './change-release.ts';
import { recordRelease } from './record-release.ts';

export const releases = {
  projections: [releaseCounts, rows],
  handlers: (shared: IngestShared) => ({
    recordRelease: recordRelease(shared),
    changeRelease: changeRelease(shared),
    deployRelease: deployRelease(shared),
    deleteRelease: deleteRelease(shared),
  }),
};
