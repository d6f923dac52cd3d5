import { deletedReplays } from '../../../projections/replays/deleted-replays.ts';
import { replayDeletions } from '../../../projections/replays/replay-deletions.ts';
import type { IngestShared } from '../shared.ts';
import { openChunks } from './chunks.ts';
import { deleteReplay } from './deletion/delete-replay.ts';
import { deleteReplays } from './deletion/delete-replays.ts';
import { openIsDeleted } from './is-deleted.ts';
import { uploadReplayChunk } from './upload-chunk.ts';

export const replays = {
  projections: [deletedReplays, replayDeletions],
  handlers: (shared: IngestShared) => ({
    uploadReplayChunk: uploadReplayChunk({
      ...shared,
      readContent: openChunks(),
      isDeleted: openIsDeleted(shared),
    }),
    deleteReplay: deleteReplay(shared),
    deleteReplays: deleteReplays(shared),
  }),
};
