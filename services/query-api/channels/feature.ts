import { channels as rows } from '../../../projections/channels/channels.ts';
import { recipients } from '../../../projections/channels/recipients.ts';
import { memberAddresses } from '../../../projections/members/member-addresses.ts';
import { members } from '../../../projections/members/members.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { getChannel, listChannels } from './channels.ts';
import { confirmationPage, unsubscribePage } from './mail-pages.ts';

export const channels = {
  projections: [memberAddresses, members, organizations, recipients, rows],
  handlers: (shared: QueryShared) => ({
    listChannels: listChannels(shared),
    getChannel: getChannel(shared),
    confirmationPage: confirmationPage(shared),
    unsubscribePage: unsubscribePage(shared),
  }),
};
