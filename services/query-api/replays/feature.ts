import { deletedReplays } from '../../../projections/replays/deleted-replays.ts';
import { replayDeletions } from '../../../projections/replays/replay-deletions.ts';
import { replaySettings } from '../../../projections/replays/replay-settings.ts';
import type { QueryShared } from '../shared.ts';
import { getReplay } from './get-replay.ts';
import { listReplays } from './list-replays.ts';
import { replayEvents } from './replay-events.ts';
import { getReplaySettings } from './settings.ts';

export const replays = {
  projections: [deletedReplays, replayDeletions, replaySettings],
  handlers: (shared: QueryShared) => ({
    listReplays: listReplays(shared),
    getReplay: getReplay(shared),
    replayEvents: replayEvents(shared),
    getReplaySettings: getReplaySettings(shared),
  }),
};
