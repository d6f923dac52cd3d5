import {
  concludeReplayDeletion,
  deleteReplays,
  replayDeletionStreams as streams,
} from './delete-replays.ts';
import { replayDeletions } from './deletion.ts';
import {
  changeReplaySettings,
  replaySettings,
  replaySettingsStreams as settingsStreams,
} from './settings.ts';

export const replaysFeature = {
  aggregates: [replayDeletions, replaySettings],
  deciders: {
    DeleteReplays: { streams, decide: deleteReplays },
    ConcludeReplayDeletion: { streams, decide: concludeReplayDeletion },
    ChangeReplaySettings: { streams: settingsStreams, decide: changeReplaySettings },
  },
} as const;
