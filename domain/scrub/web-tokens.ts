import { type Count, masked } from './marker.ts';

/** Words with dots between them. Each is looked at once, as none begins within another. */
const dotted = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/gu;

const charactersMin = { header: 11, payload: 8 };

/** A text without JSON web tokens: three parts, of which the first begins with `{"` in base64url. */
export const withoutWebTokens = (text: string, count: Count): string =>
  text.replace(dotted, found => {
    const parts = found.split('.');
    const clean: string[] = [];
    for (let at = 0; at < parts.length; at++) {
      const [header = '', payload = '', signature] = parts.slice(at, at + 3);
      const start = startOf(header);
      const isToken =
        header.length - start >= charactersMin.header && payload.length >= charactersMin.payload;
      if (signature === undefined || !isToken) clean.push(header);
      else {
        clean.push(header.slice(0, start) + masked('jwt', count));
        at += 2;
      }
    }
    return clean.join('.');
  });

/** Where a token may begin: at the beginning, or behind a `-`. */
function startOf(part: string): number {
  const found = /(?:^|-)eyJ/u.exec(part);
  return found === null ? part.length : found.index + found[0].length - 3;
}
