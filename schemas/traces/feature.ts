import { feature } from '../feature.ts';
import { attributeRoutes } from './attribute-routes.ts';
import { traceRoutes } from './routes.ts';
import { traceTreeRoutes } from './tree-routes.ts';

export const traces = feature()({
  area: 'Traces',
  commands: {},
  events: {},
  rejections: {},
  routes: [...traceTreeRoutes, ...attributeRoutes, ...traceRoutes],
});
