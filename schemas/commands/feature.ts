import { feature } from '../feature.ts';
import type { CommandEvent } from './events.ts';

export const commands = feature<never, CommandEvent>()({
  area: 'Commands',
  commands: {},
  events: { CommandRejected: true, CommandAnswered: true },
  rejections: {},
  routes: [],
});
