import { feature } from '../feature.ts';
import { auditRoutes } from './routes.ts';

export const audit = feature()({
  area: 'Audit log',
  commands: {},
  events: {},
  rejections: {},
  routes: auditRoutes,
});
