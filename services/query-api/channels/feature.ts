import { channels as rows } from '../../../projections/channels/channels.ts';
import type { QueryShared } from '../shared.ts';
import { getChannel, listChannels } from './channels.ts';

export const channels = {
  projections: [rows],
  handlers: (shared: QueryShared) => ({
    listChannels: listChannels(shared),
    getChannel: getChannel(shared),
  }),
};
