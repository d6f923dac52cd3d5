import {
  addChannel,
  changeChannel,
  removeChannel,
  channelStreams as streams,
  testChannel,
} from './change-channels.ts';
import { channels } from './channel.ts';

export const channelsFeature = {
  aggregates: [channels],
  deciders: {
    AddChannel: { streams, decide: addChannel },
    ChangeChannel: { streams, decide: changeChannel },
    RemoveChannel: { streams, decide: removeChannel },
    TestChannel: { streams, decide: testChannel },
  },
} as const;
