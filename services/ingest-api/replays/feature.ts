import type { IngestShared } from '../shared.ts';
import { openChunks } from './chunks.ts';
import { uploadReplayChunk } from './upload-chunk.ts';

export const replays = {
  projections: [],
  handlers: (shared: IngestShared) => ({
    uploadReplayChunk: uploadReplayChunk({ ...shared, readContent: openChunks() }),
  }),
};
