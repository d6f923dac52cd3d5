import { deletedReplays } from '../../../projections/replays/deleted-replays.ts';
import { replayDeletions } from '../../../projections/replays/replay-deletions.ts';
import { replaySettings } from '../../../projections/replays/replay-settings.ts';
import type { IngestShared } from '../shared.ts';
import { changeReplaySettings } from './change-settings.ts';
import { openChunks } from './chunks.ts';
import { deleteReplay } from './deletion/delete-replay.ts';
import { deleteReplays } from './deletion/delete-replays.ts';
import { uploadReplayChunk } from './upload-chunk.ts';

export const replays = {
  projections: [deletedReplays, replayDeletions, replaySettings],
  handlers: (shared: IngestShared) => ({
    uploadReplayChunk: uploadReplayChunk({ ...shared, readContent: openChunks() }),
    changeReplaySettings: changeReplaySettings(shared),
    deleteReplay: deleteReplay(shared),
    deleteReplays: deleteReplays(shared),
  }),
};
