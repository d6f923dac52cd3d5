import { releasedSourceMaps } from '../../../projections/source-maps/released-source-maps.ts';
import { sourceMapCounts } from '../../../projections/source-maps/source-map-counts.ts';
import { sourceMaps as rows } from '../../../projections/source-maps/source-maps.ts';
import type { IngestShared } from '../shared.ts';
import { deleteSourceMaps } from './delete-source-maps.ts';
import { uploadSourceMap } from './upload-source-map.ts';
import { openUploads } from './uploads.ts';

export const sourceMaps = {
  projections: [releasedSourceMaps, rows, sourceMapCounts],
  handlers: (shared: IngestShared) => ({
    uploadSourceMap: uploadSourceMap({ ...shared, readUpload: openUploads() }),
    deleteSourceMaps: deleteSourceMaps(shared),
  }),
};
