import { feature } from '../feature.ts';
import type { ReleaseCommand } from './commands.ts';
import type { ReleaseEvent } from './events.ts';
import { releaseFiguresRoutes } from './figures-routes.ts';
import { releaseRoutes } from './routes.ts';

export const releases = feature<ReleaseCommand, ReleaseEvent>()({
  area: 'Releases',
  commands: { RecordRelease: true, ChangeRelease: true, DeployRelease: true, DeleteRelease: true },
  events: {
    ReleaseCreated: true,
    ReleaseChanged: true,
    ReleaseDeployed: true,
    ReleaseDeleted: true,
  },
  rejections: { not_found: 404, limit_reached: 409 },
  routes: [...releaseRoutes, ...releaseFiguresRoutes],
});
