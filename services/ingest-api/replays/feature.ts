import { replaySettings } from '../../../projections/replays/replay-settings.ts';
import type { IngestShared } from '../shared.ts';
import { changeReplaySettings } from './change-settings.ts';
import { openChunks } from './chunks.ts';
import { uploadReplayChunk } from './upload-chunk.ts';

export const replays = {
  projections: [replaySettings],
  handlers: (shared: IngestShared) => ({
    uploadReplayChunk: uploadReplayChunk({ ...shared, readContent: openChunks() }),
    changeReplaySettings: changeReplaySettings(shared),
  }),
};
