import { type Count, masked } from './marker.ts';

/** Words with dots between them. Each is looked at once, as none begins within another. */
const dotted = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/gu;

const charactersMin = { header: 11, payload: 8 };

/** Parts of a signed token, and of an encrypted one, whose second is empty where its key is shared. */
const parts = { signed: 3, encrypted: 5 };

/** A text without JSON web tokens: parts, of which the first begins with `{"` in base64url. */
export const withoutWebTokens = (text: string, count: Count): string =>
  text.replace(dotted, found => {
    const all = found.split('.');
    const clean: string[] = [];
    for (let at = 0; at < all.length; ) {
      const [header = ''] = all.slice(at, at + 1);
      const length = lengthOf(all.slice(at, at + parts.encrypted));
      clean.push(length === 0 ? header : header.slice(0, startOf(header)) + masked('jwt', count));
      at += Math.max(1, length);
    }
    return clean.join('.');
  });

/** How many parts a token has that begins with the first; 0 if none does. */
function lengthOf([
  header = '',
  payload = '',
  signature,
  initial = '',
  rest = '',
]: readonly string[]) {
  if (signature === undefined || header.length - startOf(header) < charactersMin.header) return 0;
  const isEncrypted = signature.length >= charactersMin.payload && initial !== '' && rest !== '';
  if (payload.length >= charactersMin.payload)
    return isEncrypted && isOfEncrypted(header) ? parts.encrypted : parts.signed;
  return payload === '' && isEncrypted && isOfEncrypted(header) ? parts.encrypted : 0;
}

/** Its header names how the content is encrypted (RFC 7516). */
const isOfEncrypted = (header: string): boolean =>
  Buffer.from(header.slice(startOf(header)), 'base64url').includes('"enc"');

/** Where a token may begin: at the beginning, or behind a `-`. */
function startOf(part: string): number {
  const found = /(?:^|-)eyJ/u.exec(part);
  return found === null ? part.length : found.index + found[0].length - 3;
}
