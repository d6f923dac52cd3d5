import { feature } from '../feature.ts';
import { probeRoutes } from './routes.ts';

export const probes = feature()({
  area: 'Probes',
  commands: {},
  events: {},
  rejections: {},
  routes: probeRoutes,
});
