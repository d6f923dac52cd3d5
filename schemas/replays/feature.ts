import { feature } from '../feature.ts';
import { replayRoutes } from './routes.ts';

export const replays = feature()({
  area: 'Session replay',
  commands: {},
  events: {},
  rejections: {},
  routes: replayRoutes,
});
