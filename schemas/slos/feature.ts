import { feature } from '../feature.ts';
import type { ObjectiveCommand } from './commands.ts';
import type { ObjectiveEvent } from './events.ts';
import { objectiveRoutes } from './routes.ts';

export const slos = feature<ObjectiveCommand, ObjectiveEvent>()({
  area: 'Objectives',
  commands: { CreateObjective: true, ChangeObjective: true, DeleteObjective: true },
  events: { ObjectiveCreated: true, ObjectiveChanged: true, ObjectiveDeleted: true },
  rejections: { not_found: 404, invalid_request: 400, limit_reached: 409 },
  routes: objectiveRoutes,
});
