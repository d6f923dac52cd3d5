import { feature } from '../feature.ts';
import type { ReplayCommand } from './commands.ts';
import type { ReplayEvent } from './events.ts';
import { replayRoutes } from './routes.ts';
import { replaySettingsRoutes } from './settings-routes.ts';

export const replays = feature<ReplayCommand, ReplayEvent>()({
  area: 'Session replay',
  commands: { ChangeReplaySettings: true },
  events: { ReplaySettingsChanged: true },
  rejections: {},
  routes: [...replayRoutes, ...replaySettingsRoutes],
});
