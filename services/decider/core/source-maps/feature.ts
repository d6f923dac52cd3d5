import {
  deleteSourceMap,
  sourceMapStreams as streams,
  uploadSourceMap,
} from './change-source-maps.ts';
import { sourceMaps } from './source-map.ts';

export const sourceMapsFeature = {
  aggregates: [sourceMaps],
  deciders: {
    UploadSourceMap: { streams, decide: uploadSourceMap },
    DeleteSourceMap: { streams, decide: deleteSourceMap },
  },
} as const;
