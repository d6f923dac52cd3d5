import { feature } from '../feature.ts';
import { widgetRoutes } from './routes.ts';

export const widgets = feature()({
  area: 'Widgets',
  commands: {},
  events: {},
  rejections: {},
  routes: widgetRoutes,
});
