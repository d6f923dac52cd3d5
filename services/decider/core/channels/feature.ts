import {
  addChannel,
  changeChannel,
  removeChannel,
  removeChannelStreams,
  restoreChannel,
  channelStreams as streams,
} from './change-channels.ts';
import { channels } from './channel.ts';
import {
  confirmAddress,
  confirmStreams,
  unsubscribeAddress,
  unsubscribeStreams,
} from './confirm-address.ts';
import { mailCounts } from './mail-counts.ts';
import { recipients } from './recipient.ts';
import { testChannel } from './test-channel.ts';

export const channelsFeature = {
  aggregates: [channels, mailCounts, recipients],
  deciders: {
    AddChannel: { streams, decide: addChannel },
    ChangeChannel: { streams, decide: changeChannel },
    RemoveChannel: { streams: removeChannelStreams, decide: removeChannel },
    RestoreChannel: { streams, decide: restoreChannel },
    TestChannel: { streams, decide: testChannel },
    ConfirmChannelAddress: { streams: confirmStreams, decide: confirmAddress },
    UnsubscribeChannelAddress: { streams: unsubscribeStreams, decide: unsubscribeAddress },
  },
} as const;
