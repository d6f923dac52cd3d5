import { feature } from '../feature.ts';
import { llmRoutes } from './routes.ts';

export const llm = feature()({
  area: 'Language models',
  commands: {},
  events: {},
  rejections: {},
  routes: llmRoutes,
});
