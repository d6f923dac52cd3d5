import { feature } from '../feature.ts';
import { meRoutes } from './routes.ts';

export const me = feature()({
  area: 'The key that asks',
  commands: {},
  events: {},
  rejections: {},
  routes: meRoutes,
});
