import { users } from '../../../projections/accounts/users.ts';
import { channels as rows } from '../../../projections/channels/channels.ts';
import { recipients } from '../../../projections/channels/recipients.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { QueryShared } from '../shared.ts';
import { getChannel, listChannels } from './channels.ts';
import { confirmationPage, unsubscribePage } from './mail-pages.ts';

export const channels = {
  projections: [organizations, recipients, rows, users],
  handlers: (shared: QueryShared) => ({
    listChannels: listChannels(shared),
    getChannel: getChannel(shared),
    confirmationPage: confirmationPage(shared),
    unsubscribePage: unsubscribePage(shared),
  }),
};
