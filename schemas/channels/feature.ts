import { feature } from '../feature.ts';
import type { ChannelCommand } from './commands.ts';
import type { ChannelEvent } from './events.ts';
import { channelRoutes } from './routes.ts';

export const channels = feature<ChannelCommand, ChannelEvent>()({
  area: 'Channels',
  commands: { AddChannel: true, ChangeChannel: true, RemoveChannel: true, TestChannel: true },
  events: {
    ChannelAdded: true,
    ChannelChanged: true,
    ChannelRemoved: true,
    ChannelTestRequested: true,
  },
  rejections: { not_found: 404, limit_reached: 409, channel_tested_recently: 429 },
  routes: channelRoutes,
});
