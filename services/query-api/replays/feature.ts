import { deletedReplays } from '../../../projections/replays/deleted-replays.ts';
import { replayDeletions } from '../../../projections/replays/replay-deletions.ts';
import type { QueryShared } from '../shared.ts';
import { getReplay } from './get-replay.ts';
import { listReplays } from './list-replays.ts';
import { replayEvents } from './replay-events.ts';

export const replays = {
  projections: [deletedReplays, replayDeletions],
  handlers: (shared: QueryShared) => ({
    listReplays: listReplays(shared),
    getReplay: getReplay(shared),
    replayEvents: replayEvents(shared),
  }),
};
