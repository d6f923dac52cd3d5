import { feature } from '../feature.ts';
import { copilotRoutes } from './routes.ts';

export const copilot = feature()({
  area: 'Assistant',
  commands: {},
  events: {},
  rejections: {},
  routes: copilotRoutes,
});
