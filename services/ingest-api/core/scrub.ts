import type { Json } from '../../../schemas/json.ts';

/** Names whose values are secret whatever they are. */
const secretName =
  /pass(?:word|wd|phrase|code)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|auth(?!or)|cookie|credential|session[-_]?id|cvv|cvc|ssn|social[-_]?security|card[-_]?(?:number|no)|pin$/iu;

type Finding = readonly [marker: string, pattern: RegExp, isFound?: (found: string) => boolean];

/** Every pattern takes time in proportion to the text. */
const findings: readonly Finding[] = [
  [
    'private_key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/gu,
  ],
  ['jwt', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu],
  ['aws_key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu],
  ['stripe_key', /\b[srp]k_(?:live|test)_[0-9a-zA-Z]{16,}/gu],
  ['oauth_token', /\b(?:ya29\.[\w-]{20,}|gh[pousr]_[0-9A-Za-z]{36}|xox[abpr]-[\w-]{10,})/gu],
  ['oauth_token', /\bBearer +[\w.~+/-]{16,}=*/giu],
  ['api_key', /\btmk_[a-z]+_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}\b/gu],
  ['email', /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu],
  ['ssn', /\b\d{3}-\d{2}-\d{4}\b/gu],
  ['credit_card', /\b\d(?:[ -]?\d){12,18}\b/gu, isCardNumber],
];

const markerOf = (kind: string): string => `[REDACTED:${kind}]`;

const alreadyMasked = /^\[REDACTED:\w+\]$/u;

export type Scrubbed = { readonly value: Json; readonly masked: number };

/** A value without what is personal or secret in it, as SDKs mask it too: by names, and by what texts look like. */
export function scrub(value: Json): Scrubbed {
  const count = { masked: 0 };
  return { value: scrubbed(value, count), masked: count.masked };
}

type Count = { masked: number };

function scrubbed(value: Json, count: Count): Json {
  if (typeof value === 'string') return scrubbedText(value, count);
  if (Array.isArray(value)) return value.map(each => scrubbed(each, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      scrubbedText(name, count),
      secretName.test(name) ? hidden(each, count) : scrubbed(each, count),
    ]),
  );
}

/** What has a secret name; nothing, and what an SDK masked, stay as they are. */
function hidden(value: Json, count: Count): Json {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'string' && alreadyMasked.test(value)) return value;
  count.masked++;
  return markerOf('sensitive_name');
}

function scrubbedText(text: string, count: Count): string {
  let clean = text;
  for (const [kind, pattern, isFound = () => true] of findings) {
    clean = clean.replace(pattern, found => {
      if (!isFound(found)) return found;
      count.masked++;
      return markerOf(kind);
    });
  }
  return clean;
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
