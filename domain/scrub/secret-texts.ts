import { withoutCardNumbers } from './card-numbers.ts';
import { type Count, masked } from './marker.ts';
import { vendorKeys } from './vendor-keys.ts';

type Finding = {
  readonly kind: string;
  /** What its group `kept` found stays. */
  readonly pattern: RegExp;
  readonly isFound?: (found: string) => boolean;
};

/** Of a part of an authorization, masked or not. */
const partValue = '(?:"[^"\\r\\n]{0,1000}"|\\[REDACTED:\\w{1,40}\\]|[^\\s,"\'[]{0,1000})';

/** Schemes of authorization that name their parts (RFC 9110): those of digests, signatures and OAuth 1. */
const schemeWithParts = new RegExp(
  `\\b(?:Digest|Hawk|OAuth|Signature|AWS4-HMAC-SHA256|SCRAM-SHA-(?:1|256)|MAC) +\\w{1,40}=${partValue}(?:, {0,4}[\\w-]{1,40}=${partValue}){0,20}`,
  'giu',
);

/**
 * Every pattern takes time in proportion to the text: what may be long begins only where no character of its kind stands
 * before it, so that nothing is looked through again from each of its characters.
 */
const findings: readonly Finding[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^-]{0,10000}(?:-(?!----)[^-]{0,10000}){0,100}(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/gu,
  },
  {
    kind: 'password',
    pattern: /(?<kept>:\/\/[^\s/?#:@[\]"'<>]{0,256}:)(?!\[REDACTED:)[^\s/?#"'<>]{1,512}(?=@)/gu,
  },
  // `curl -u ada:…`
  {
    kind: 'password',
    pattern:
      /(?<kept>(?<![^\s"'])(?:-u|--user|--proxy-user)[ =]["']?(?!\d+:)[^\s:"'[]{1,100}:)(?!\[REDACTED:)[^\s"']{1,512}/gu,
  },
  // `the password is …`, and settings of FTP.
  {
    kind: 'password',
    pattern:
      /(?<kept>(?<![\w-])(?:passw(?:or)?d (?:is|was):?|login \S{1,100} password) )(?!\[REDACTED:)[^\s"'`<>]{6,200}/giu,
    isFound: isOpaque,
  },
  ...vendorKeys,
  // `?X-Amz-Signature=…`: the address alone gives access to what is there.
  {
    kind: 'signature',
    pattern: /(?<kept>(?<![\w-])(?:x-(?:amz|goog)-)?sig(?:nature)?=)[\w%+/.~-]{20,1000}=*/giu,
  },
  { kind: 'oauth_token', pattern: /\bBearer +[\w.~+/-]{8,}=*/giu, isFound: isOpaque },
  {
    kind: 'oauth_token',
    pattern: /\b(?:Token|ApiKey|Negotiate|NTLM) +[\w.~+/-]{16,}=*/giu,
    isFound: found => /\d/u.test(found),
  },
  { kind: 'password', pattern: /\bBasic +[A-Za-z0-9+/]{4,}={0,2}/giu, isFound: isUserAndPassword },
  {
    kind: 'authorization',
    pattern: schemeWithParts,
    isFound: found => /(?:response|signature|nonce|mac|credential)=/iu.test(found),
  },
  // One right behind another is found with it: what stands before the second is of its kind. No package has letters for a version.
  {
    kind: 'email',
    pattern:
      /(?<![\w.%+-])(?!git@)(?:[\w.%+-]+@(?!\dx\.)[\w-]{1,63}(?:\.[\w-]{1,63}){0,7}\.[a-z]{2,63}(?![\w-]))+/giu,
  },
  {
    kind: 'ssn',
    pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/gu,
  },
];

/** A text with a marker for each part that looks personal or secret. */
export function withoutSecretTexts(text: string, count: Count): string {
  // A number in groups becomes one word, which may be a part of what the others look for.
  let clean = withoutCardNumbers(text, count);
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

/** A word of English has no digit, and no capital but its first. */
function isOpaque(found: string): boolean {
  const word = found.slice(found.lastIndexOf(' ') + 1);
  return /\d/u.test(word) || (/[a-z]/u.test(word) && /[A-Z]/u.test(word.slice(1)));
}

/** `Basic` is a word of English too: what follows it are a user and a password in base64 (RFC 7617). */
function isUserAndPassword(found: string): boolean {
  const decoded = Buffer.from(found.slice(found.lastIndexOf(' ') + 1), 'base64').toString();
  return decoded.includes(':') && !/[\p{Cc}\uFFFD]/u.test(decoded);
}
