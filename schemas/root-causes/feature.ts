import { feature } from '../feature.ts';
import { rootCauseRoutes } from './routes.ts';

export const rootCauses = feature()({
  area: 'Root causes',
  commands: {},
  events: {},
  rejections: {},
  routes: rootCauseRoutes,
});
