import { feature } from '../feature.ts';
import type { ReplayCommand } from './commands.ts';
import type { ReplayEvent } from './events.ts';
import { replayRoutes } from './routes.ts';
import { replaySettingsRoutes } from './settings-routes.ts';

export const replays = feature<ReplayCommand, ReplayEvent>()({
  area: 'Session replay',
  commands: { DeleteReplays: true, ConcludeReplayDeletion: true, ChangeReplaySettings: true },
  events: { ReplaysDeletionRequested: true, ReplaysDeleted: true, ReplaySettingsChanged: true },
  rejections: { limit_reached: 409 },
  routes: [...replayRoutes, ...replaySettingsRoutes],
});
