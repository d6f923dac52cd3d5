import {
  changeRelease,
  deleteRelease,
  deployRelease,
  recordRelease,
  releaseStreams as streams,
} from './change-releases.ts';
import { releases } from './release.ts';

export const releasesFeature = {
  aggregates: [releases],
  deciders: {
    RecordRelease: { streams, decide: recordRelease },
    ChangeRelease: { streams, decide: changeRelease },
    DeployRelease: { streams, decide: deployRelease },
    DeleteRelease: { streams, decide: deleteRelease },
  },
} as const;
