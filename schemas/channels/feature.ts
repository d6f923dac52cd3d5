import { feature } from '../feature.ts';
import type { ChannelCommand } from './commands.ts';
import type { ChannelsEvent } from './events.ts';
import { mailRoutes } from './mail-routes.ts';
import { channelRoutes } from './routes.ts';

export const channels = feature<ChannelCommand, ChannelsEvent>()({
  area: 'Channels',
  commands: {
    AddChannel: true,
    ChangeChannel: true,
    RemoveChannel: true,
    RestoreChannel: true,
    TestChannel: true,
    ConfirmChannelAddress: true,
    UnsubscribeChannelAddress: true,
  },
  events: {
    ChannelAdded: true,
    ChannelChanged: true,
    ChannelRemoved: true,
    ChannelTestRequested: true,
    ChannelConfirmationRequested: true,
    ChannelAddressConfirmed: true,
    ChannelAddressUnsubscribed: true,
    MailCounted: true,
  },
  rejections: {
    not_found: 404,
    limit_reached: 409,
    channel_tested_recently: 429,
    channel_changed: 409,
    address_unconfirmed: 409,
    address_unsubscribed: 409,
    too_many_mails: 429,
    confirmation_unknown: 404,
    confirmation_expired: 410,
  },
  routes: [...channelRoutes, ...mailRoutes],
});
