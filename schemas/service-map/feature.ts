import { feature } from '../feature.ts';
import { serviceMapRoutes } from './routes.ts';

export const serviceMap = feature()({
  area: 'Service map',
  commands: {},
  events: {},
  rejections: {},
  routes: serviceMapRoutes,
});
