import type { Recipient } from '../../schemas/channels/recipient.ts';
import { type AddressHash, addressHash, type MailboxHash, mailboxHash } from '../../schemas/ids.ts';
import type { Keyring } from '../keyring/port.ts';

/** Both hashes of an address. */
export const recipientOf = async (
  email: string,
  keyring: Pick<Keyring, 'mac'>,
): Promise<Recipient> => ({
  addressHash: await hashAddress(email, keyring),
  mailboxHash: await hashMailbox(email, keyring),
});

/** Letter case and blanks around it make no other address. */
export async function hashAddress(
  email: string,
  keyring: Pick<Keyring, 'mac'>,
): Promise<AddressHash> {
  const mac = await keyring.mac('address', normalized(email));
  return addressHash(mac.toString('hex'));
}

/** The prefix contains a blank, which no address has, so the two hashes of an untagged address differ. */
export async function hashMailbox(
  email: string,
  keyring: Pick<Keyring, 'mac'>,
): Promise<MailboxHash> {
  const mac = await keyring.mac('address', `mailbox ${mailboxOf(email)}`);
  return mailboxHash(mac.toString('hex'));
}

/**
 * The mailbox that limits count by: the local part without its plus tag (RFC 5233). Nothing else is folded,
 * because the meaning of dots and of other separators differs between mail providers.
 */
export function mailboxOf(email: string): string {
  const address = normalized(email);
  const [at, plus] = [address.lastIndexOf('@'), address.indexOf('+')];
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}

/** Whether mail to the address goes to a mailbox of another name. */
export const isTagged = (email: string): boolean => mailboxOf(email) !== normalized(email);

const normalized = (email: string): string => email.trim().toLowerCase();
