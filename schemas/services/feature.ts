import { feature } from '../feature.ts';
import { metricsRoutes } from './metrics-route.ts';
import { serviceRangeRoutes } from './range-routes.ts';
import { serviceRoutes } from './routes.ts';

export const services = feature()({
  area: 'Services',
  commands: {},
  events: {},
  rejections: {},
  routes: [...serviceRoutes, ...serviceRangeRoutes, ...metricsRoutes],
});
