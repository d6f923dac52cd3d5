import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from '../base62.ts';
import type { CredentialKind } from './kinds.ts';

const secretDigits = 32;
const checksumDigits = 6;
/** What is sent as a key: one, or the access token of a grant. */
type SentKind = CredentialKind | 'grant';

/** The code and the refresh tokens of a grant look the same, and are no keys. */
export type SecretKind = SentKind | 'code' | 'refresh';

export const secretBytesLength = 32;
const pattern = /^tmk_(?<kind>live|read|pub|widget|session|grant)_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u;

/**
 * `tmk_<kind>_<32 base62>_<6 base62 checksum>`; the same bytes always give the same key.
 *  secret  32 bytes, uniformly random or derived: 190 bits of them are kept (62^32 values)
 */
export function formatApiKey(kind: SecretKind, secret: Uint8Array): string {
  if (secret.length !== secretBytesLength) {
    throw new Error(`expected a secret of ${secretBytesLength} bytes, found ${secret.length}`);
  }
  const number = BigInt(`0x${Buffer.from(secret).toString('hex')}`);
  const body = `tmk_${kind}_${base62(number, secretDigits)}`;
  return `${body}_${checksumOf(body)}`;
}

/** The kind of a well-formed key, undefined when the text is none: a typing error never reaches a look-up. */
export function parseApiKey(text: string): { readonly kind: SentKind } | undefined {
  const kind = pattern.exec(text)?.groups?.kind;
  if (kind === undefined) return undefined;
  const body = text.slice(0, -checksumDigits - 1);
  if (!text.endsWith(checksumOf(body))) return undefined;
  return { kind: kind as SentKind };
}

const anywhere = /tmk_(?<kind>live|read|pub|widget|session|grant|code|refresh)_\w+/gu;

/** The text with keys, and parts of keys, cut down to their kind: for what is shown or kept. */
export const withoutApiKeys = (text: string): string => text.replace(anywhere, 'tmk_$<kind>_…');

/** SHA-256 in hex: the only form in which a key is kept. A salt would add nothing to 190 random bits. */
export const hashApiKey = (text: string): string => createHash('sha256').update(text).digest('hex');

const checksumOf = (body: string): string => base62(BigInt(crc32(body)), checksumDigits);
