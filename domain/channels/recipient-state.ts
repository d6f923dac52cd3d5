import type { ConfirmationId } from '../../schemas/channels/recipient.ts';
import type { RecipientEvent } from '../../schemas/channels/recipient-events.ts';
import type { ChannelId, OrganizationId } from '../../schemas/ids.ts';

/** A confirmation that was mailed and not used. */
type OpenConfirmation = {
  readonly confirmationId: ConfirmationId;
  readonly channelId: ChannelId;
  readonly expiresAtMs: number;
};

/** What is known of an address that is no member's. */
export type RecipientState = {
  readonly organizationId: OrganizationId;
  readonly standing: 'unconfirmed' | 'confirmed' | 'unsubscribed';
  /** Of the last event: the address was written to, or its owner said something. */
  readonly lastAtMs: number;
  readonly open: readonly OpenConfirmation[];
  /** The confirmation that was used last. */
  readonly usedId?: ConfirmationId;
};

/** The state after one more event. A confirmation and its end make all links of before useless. */
export function afterRecipientEvent(
  state: RecipientState | undefined,
  { type, data, atMs }: RecipientEvent & { readonly atMs: number },
): RecipientState {
  const { organizationId } = data;
  switch (type) {
    case 'ChannelConfirmationRequested': {
      const { confirmationId, channelId, expiresAtMs } = data;
      const { open, ...known } = state ?? newRecipient(organizationId, atMs);
      const valid = open.filter(one => one.expiresAtMs > atMs);
      return {
        ...known,
        lastAtMs: atMs,
        open: [...valid, { confirmationId, channelId, expiresAtMs }],
      };
    }
    case 'ChannelAddressConfirmed': {
      const usedId = data.confirmationId;
      return { organizationId, standing: 'confirmed', lastAtMs: atMs, open: [], usedId };
    }
    case 'ChannelAddressUnsubscribed':
      return { organizationId, standing: 'unsubscribed', lastAtMs: atMs, open: [] };
  }
}

const newRecipient = (organizationId: OrganizationId, lastAtMs: number): RecipientState => ({
  organizationId,
  standing: 'unconfirmed',
  lastAtMs,
  open: [],
});
