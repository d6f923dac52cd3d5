import { timingSafeEqual } from 'node:crypto';
import type { ConfirmationId, RecipientId } from '../../schemas/channels/recipient.ts';
import type { ChannelId, OrganizationId } from '../../schemas/ids.ts';

/** HMAC-SHA-256 under a key of ours for this purpose: 32 bytes. */
type Macs = { readonly mac: (purpose: 'mail-link', data: string) => Promise<Buffer> };

/** What the link of a mail is about. */
type MailLinks = {
  readonly confirm: readonly [RecipientId, ConfirmationId];
  readonly unsubscribe: readonly [RecipientId, OrganizationId, ChannelId];
};

const idCounts = { confirm: 2, unsubscribe: 3 } as const;

export type MailPage = keyof MailLinks;

const idBytes = 16;
/** Of the hash: 128 bits cannot be guessed. */
const macBytes = 16;

/** The address of a page that needs no key. Its last part is derived from the ids, so that it need not be kept anywhere. */
export async function mailLink<Page extends MailPage>(
  page: Page,
  ids: MailLinks[Page],
  { keyring, publicUrl }: { readonly keyring: Macs; readonly publicUrl: () => string },
): Promise<string> {
  return `${publicUrl()}/mail/${page}/${await tokenOf(page, ids, keyring)}`;
}

/** The ids of a token that was made here; undefined for any other text. */
export async function idsOfToken<Page extends MailPage>(
  page: Page,
  token: string,
  keyring: Macs,
): Promise<MailLinks[Page] | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  const count = idCounts[page];
  if (bytes.length !== count * idBytes + macBytes) return undefined;
  const ids = Array.from({ length: count }, (_, index) => uuidAt(bytes, index * idBytes));
  const made = await tokenOf(page, ids, keyring);
  return isSame(made, token) ? (ids as unknown as MailLinks[Page]) : undefined;
}

async function tokenOf(page: MailPage, ids: readonly string[], keyring: Macs): Promise<string> {
  const bytes = ids.map(id => Buffer.from(id.replaceAll('-', ''), 'hex'));
  const mac = await keyring.mac('mail-link', [page, ...ids].join(' '));
  return Buffer.concat([...bytes, mac.subarray(0, macBytes)]).toString('base64url');
}

/** Compares texts: several of them decode to the same bytes. */
const isSame = (made: string, token: string): boolean =>
  made.length === token.length && timingSafeEqual(Buffer.from(made), Buffer.from(token));

const uuidAt = (bytes: Buffer, at: number): string =>
  bytes.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
