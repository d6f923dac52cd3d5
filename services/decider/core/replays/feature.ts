import {
  concludeReplayDeletion,
  deleteReplays,
  replayDeletionStreams as streams,
} from './delete-replays.ts';
import { replayDeletions } from './deletion.ts';

export const replaysFeature = {
  aggregates: [replayDeletions],
  deciders: {
    DeleteReplays: { streams, decide: deleteReplays },
    ConcludeReplayDeletion: { streams, decide: concludeReplayDeletion },
  },
} as const;
