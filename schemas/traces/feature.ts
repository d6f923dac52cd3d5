import { feature } from '../feature.ts';
import { traceRoutes } from './routes.ts';

export const traces = feature()({
  area: 'Traces',
  commands: {},
  events: {},
  rejections: {},
  routes: traceRoutes,
});
