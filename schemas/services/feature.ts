import { feature } from '../feature.ts';
import { metricsRoutes } from './metrics-route.ts';
import { serviceRoutes } from './routes.ts';

export const services = feature()({
  area: 'Services',
  commands: {},
  events: {},
  rejections: {},
  routes: [...serviceRoutes, ...metricsRoutes],
});
