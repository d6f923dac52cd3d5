import { feature } from '../feature.ts';
import { mcpRoutes } from './routes.ts';

export const mcp = feature()({
  area: 'Model Context Protocol',
  commands: {},
  events: {},
  rejections: {},
  routes: mcpRoutes,
});
