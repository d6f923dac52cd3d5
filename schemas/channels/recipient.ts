import {
  type AddressHash,
  type Brand,
  type MailboxHash,
  type OrganizationId,
  type StreamName,
  stream,
} from '../ids.ts';
import { uuidV5 } from '../uuid.ts';

/** One address as one organization writes to it. */
export type RecipientId = Brand<string, 'RecipientId'>;
/** One request to confirm an address; its link is derived from it. */
export type ConfirmationId = Brand<string, 'ConfirmationId'>;

/** Whom the address of a channel reaches. */
export type Recipient = { readonly addressHash: AddressHash; readonly mailboxHash: MailboxHash };

/** Follows from a keyed hash, so it shows nothing of the address, and differs between organizations. */
export const recipientIdOf = (
  organizationId: OrganizationId,
  { addressHash }: Pick<Recipient, 'addressHash'>,
): RecipientId => uuidV5(organizationId, addressHash) as RecipientId;

export const recipientStream = (id: RecipientId): StreamName => stream('recipient', id);

/** Counts of mails of an organization to addresses of its choice, or to one mailbox. */
export const mailCountsStream = (id: OrganizationId | MailboxHash): StreamName =>
  stream('mail-counts', id);
