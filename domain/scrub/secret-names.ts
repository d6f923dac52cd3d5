import { hasMarker } from './marker.ts';

/**
 * What a name says of its value.
 *  secret  nothing of it is kept
 *  texts   its texts are secret; numbers count something: `max_tokens`, `pass`
 *  open    nothing
 */
export type Secrecy = 'secret' | 'texts' | 'open';

/** Over the words of a name in lower case, with a blank before, between and behind them: ` x api key `. */
const secret = new RegExp(
  [
    'pass(?:word|wd|phrase|code)|pwd|credential|cookie|secret(?!ar)',
    // Not an author; but authorization.
    'auth(?!or(?!i[sz]ation))',
    // Not a tokenizer.
    'token(?:value|string|secret|id|key|hash)? ',
    '(?:api|access|private) ?key',
    'sess(?:ion)? ?ids? ',
    '(?:cvv|cvc|ssn) ',
    'social ?security',
    'card ?(?:number|num|no) ',
    ' (?:card|user|new|old|my|sim)?pin $',
  ].join('|'),
  'u',
);

const textsOnly = /tokens | pass /u;

/** Every name that says something has one of these; most have none. */
const stem = /pass|pwd|credential|cookie|secret|auth|token|key|sess|cv[vc]|ssn|social|card|pin/iu;

/** Last words after which the value says something about a secret: `token_type`, `passwordLength`. */
const describing = / (?:count|type|limit|length|size|usage|used|budget|ttl) $/u;

export function secrecyOf(name: string): Secrecy {
  if (!stem.test(name) || hasMarker(name)) return 'open';
  const words = wordsOf(name);
  if (describing.test(words)) return 'open';
  if (secret.test(words)) return 'secret';
  return textsOnly.test(words) ? 'texts' : 'open';
}

/** `dbPasswd`, `X-Api-Key` and `CVV2` have the words ` db passwd `, ` x api key ` and ` cvv 2 `. */
const wordsOf = (name: string): string =>
  ` ${(name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/gu) ?? []).join(' ').toLowerCase()} `;
