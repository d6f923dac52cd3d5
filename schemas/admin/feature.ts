import { feature } from '../feature.ts';
import { adminRoutes } from './routes.ts';

export const admin = feature()({
  area: 'Operators',
  commands: {},
  events: {},
  rejections: {},
  routes: adminRoutes,
});
