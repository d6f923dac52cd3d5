import { afterRecipientEvent, type RecipientState } from '../../domain/channels/recipient-state.ts';
import type { RecipientEvent } from '../../schemas/channels/recipient-events.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

/** By recipient: what is known of addresses that are no members'. */
export const recipients: Projection<RecipientState, EventOf<RecipientEvent['type']>> = {
  name: 'recipients',
  version: 1,
  types: new Set([
    'ChannelConfirmationRequested',
    'ChannelAddressConfirmed',
    'ChannelAddressUnsubscribed',
  ]),
  keys: ({ data }) => [data.recipientId],
  project: afterRecipientEvent,
};
