import { feature } from '../feature.ts';
import type { ErrorGroupCommand } from './commands.ts';
import type { ErrorGroupEvent } from './events.ts';
import { errorRoutes } from './routes.ts';

export const errors = feature<ErrorGroupCommand, ErrorGroupEvent>()({
  area: 'Errors',
  commands: {
    ResolveErrorGroup: true,
    IgnoreErrorGroup: true,
    ReopenErrorGroup: true,
    RegressErrorGroup: true,
  },
  events: {
    ErrorGroupResolved: true,
    ErrorGroupIgnored: true,
    ErrorGroupReopened: true,
    ErrorGroupRegressed: true,
  },
  rejections: { limit_reached: 409 },
  routes: errorRoutes,
});
