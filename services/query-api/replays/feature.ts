import type { QueryShared } from '../shared.ts';
import { getReplay } from './get-replay.ts';
import { listReplays } from './list-replays.ts';
import { replayEvents } from './replay-events.ts';

export const replays = {
  projections: [],
  handlers: (shared: QueryShared) => ({
    listReplays: listReplays(shared),
    getReplay: getReplay(shared),
    replayEvents: replayEvents(shared),
  }),
};
