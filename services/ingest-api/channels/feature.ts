import { channels as rows } from '../../../projections/channels/channels.ts';
import { recipients } from '../../../projections/channels/recipients.ts';
import { memberAddresses } from '../../../projections/members/member-addresses.ts';
import { members } from '../../../projections/members/members.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { IngestShared } from '../shared.ts';
import { changeChannel, deleteChannel, restoreChannel, testChannel } from './change-channel.ts';
import { createChannel } from './create-channel.ts';
import { confirmAddress, unsubscribe } from './mail-buttons.ts';

export const channels = {
  projections: [memberAddresses, members, organizations, recipients, rows],
  handlers: (shared: IngestShared) => ({
    createChannel: createChannel(shared),
    changeChannel: changeChannel(shared),
    deleteChannel: deleteChannel(shared),
    restoreChannel: restoreChannel(shared),
    testChannel: testChannel(shared),
    confirmAddress: confirmAddress(shared),
    unsubscribe: unsubscribe(shared),
  }),
};
