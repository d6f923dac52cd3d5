import { type Count, masked } from './marker.ts';

type Finding = {
  readonly kind: string;
  /** What its group `kept` found stays. */
  readonly pattern: RegExp;
  readonly isFound?: (found: string) => boolean;
};

/**
 * Every pattern takes time in proportion to the text: what may be long begins only where no character of its kind stands
 * before it, so that nothing is looked through again from each of its characters.
 */
const findings: readonly Finding[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-(?!----)[^-]{0,10000}){0,100}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/gu,
  },
  {
    kind: 'password',
    pattern: /(?<kept>:\/\/[^\s/?#:@[\]"'<>]{0,256}:)(?!\[REDACTED:)[^\s/?#"'<>]{1,512}(?=@)/gu,
  },
  { kind: 'aws_key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu },
  { kind: 'stripe_key', pattern: /\b[srp]k_(?:live|test)_[0-9a-zA-Z]{16,}/gu },
  {
    kind: 'oauth_token',
    pattern: /\b(?:ya29\.[\w-]{20,}|gh[pousr]_[0-9A-Za-z]{36}|xox[abpr]-[\w-]{10,})/gu,
  },
  { kind: 'oauth_token', pattern: /\bBearer +[\w.~+/-]{16,}=*/giu },
  {
    kind: 'oauth_token',
    pattern: /\b(?:Token|ApiKey|Negotiate|NTLM) +[\w.~+/-]{16,}=*/giu,
    isFound: found => /\d/u.test(found),
  },
  { kind: 'password', pattern: /\bBasic +[A-Za-z0-9+/]{4,}={0,2}/giu, isFound: isUserAndPassword },
  { kind: 'api_key', pattern: /\btmk_[a-z]+_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}\b/gu },
  // One right behind another is found with it: what stands before the second is of its kind.
  { kind: 'email', pattern: /(?<![\w.%+-])(?:[\w.%+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})+/gu },
  { kind: 'ssn', pattern: /\b\d{3}-\d{2}-\d{4}\b/gu },
  { kind: 'credit_card', pattern: /\b\d(?:[ -]?\d){12,18}\b/gu, isFound: isCardNumber },
];

/** A text with a marker for each part that looks personal or secret. */
export function withoutSecretTexts(text: string, count: Count): string {
  let clean = text;
  for (const { kind, pattern, isFound = () => true } of findings) {
    clean = clean.replace(pattern, (found: string, ...more: readonly unknown[]) => {
      if (!isFound(found)) return found;
      const groups = more.at(-1);
      const kept = typeof groups === 'object' ? (groups as { kept: string }).kept : '';
      return kept + masked(kind, count);
    });
  }
  return clean;
}

/** `Basic` is a word of English too: what follows it are a user and a password in base64 (RFC 7617). */
function isUserAndPassword(found: string): boolean {
  const decoded = Buffer.from(found.slice(found.lastIndexOf(' ') + 1), 'base64').toString();
  return decoded.includes(':') && !/[\p{Cc}\uFFFD]/u.test(decoded);
}

/** By the check digit (ISO/IEC 7812): other long numbers stay. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
