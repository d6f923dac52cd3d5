import { channels as rows } from '../../../projections/channels/channels.ts';
import type { IngestShared } from '../shared.ts';
import { changeChannel, deleteChannel, testChannel } from './change-channel.ts';
import { createChannel } from './create-channel.ts';

export const channels = {
  projections: [rows],
  handlers: (shared: IngestShared) => ({
    createChannel: createChannel(shared),
    changeChannel: changeChannel(shared),
    deleteChannel: deleteChannel(shared),
    testChannel: testChannel(shared),
  }),
};
