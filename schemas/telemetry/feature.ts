import { feature } from '../feature.ts';
import { ingestRoutes } from './routes.ts';

export const telemetry = feature()({
  area: 'Telemetry',
  commands: {},
  events: {},
  rejections: {},
  routes: ingestRoutes,
});
