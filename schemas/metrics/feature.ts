import { feature } from '../feature.ts';
import { metricPointRoutes } from './routes.ts';

export const metrics = feature()({
  area: 'Metrics',
  commands: {},
  events: {},
  rejections: {},
  routes: metricPointRoutes,
});
