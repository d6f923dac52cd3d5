import { feature } from '../feature.ts';
import type { ChannelEvent } from './events.ts';

export const channels = feature<never, ChannelEvent>()({
  area: 'Channels',
  commands: {},
  events: { ChannelAdded: true },
  rejections: {},
  routes: [],
});
