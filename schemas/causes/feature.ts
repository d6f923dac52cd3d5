import { feature } from '../feature.ts';
import { causeRoutes } from './routes.ts';

export const causes = feature()({
  area: 'Causes',
  commands: {},
  events: {},
  rejections: {},
  routes: causeRoutes,
});
