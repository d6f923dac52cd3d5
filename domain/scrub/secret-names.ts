import { hasMarker } from './marker.ts';

/**
 * What a name says of its value.
 *  secret  nothing of it is kept
 *  texts   its texts are secret; numbers count something: `pass`
 *  counts  its texts are secret unless they are figures: `max_tokens`
 *  open    nothing
 */
export type Secrecy = 'secret' | 'texts' | 'counts' | 'open';

/** Over the words of a name in lower case, with a blank before, between and behind them: ` x api key `. */
const secret = new RegExp(
  [
    'pass(?:word(?!less)|wd|phrase|code)|pwd|credential',
    'cookies?(?:value|string|header|jar|data|2)? ',
    // Not a secretary.
    'secrets?(?:key|value|string|text|hash|access|id|token|data)? ',
    // No author and no authority; but a proxy's authorization.
    'auth(?:ori[sz]ation|entication|key|code|data|header|string|info|cookie|pass|cred)?s? ',
    // Not a tokenizer; language models have ids and counts of tokens.
    'token(?:value|string|secret|id|key|hash|data|header)? (?!(?:ids|counts?) )',
    `(?:${[
      'api|access|private|encryption|decryption|signing|master|account|subscription|ssh|hmac|aes',
      'jwt|shared|deploy|webhook|client|app|license|consumer|wrapping|session',
    ].join('|')}) ?keys? `,
    'sess(?:ion)? ?ids? ',
    ' (?:jwt|csrf|xsrf|otp|bearer|mnemonic) $',
    '(?:verification|recovery|backup|security|mfa|otp|one time) ?codes? $',
    '(?:seed|recovery) ?phrase $',
    'assertion $|saml ?response|security ?answer|code ?verifier| (?:amz|goog) ?signature $',
    '(?:cvv|cvc|ssn) ',
    'social ?security',
    '(?:card|cc) ?(?:number|num|no|csc|cvv) ',
    '(?<! (?:map|gpio|led|data|clock)) (?:card|user|new|old|my|sim)?pin(?: code)? $',
    ` (?:${[
      'db|database|user|admin|root|smtp|mysql|postgres|pg|redis|mail|mailer|email|ftp|ssh|proxy|http',
      'basic|login|imap|ldap|amqp|rabbitmq|mongo|sudo|keystore|wifi|app',
    ].join('|')}) ?pass $`,
  ].join('|'),
  'u',
);

const counting = /tokens | token ids /u;
const textsOnly = / pass $/u;

/** Every name that says something has one of these; most have none. */
export const secretStem =
  /pass|pwd|credential|cookie|secret|auth|token|key|sess|cv[vc]|ssn|social|card|pin|answer|jwt|[cx]srf|otp|bearer|mnemonic|code|phrase|assertion|saml|signature|\bcc/iu;

/** First words after which there is a figure or an answer: `has_password`, `min_token`. */
const asking =
  /^ (?:is|has|had|needs|requires?|allows?|shows?|hides?|enables?|disables?|supports?|max|min|num|total|avg|mean|remaining) /u;

/** Last words after which the value says something about a secret: `token_type`, `passwordLength`, `cookie_domain`. */
const describing = new RegExp(
  ` (?:${[
    'counts?|lengths?|len|size|limit|budget|usage|used|rate|ratio|percent|amount|total|index|position|offset',
    'type|kind|format|version|status|mode|method|scheme|provider|strategy|strength|score|level|algorithm|alg|currency',
    'checked|changed|created|updated|rotated|revoked|address|symbol|decimals|supply|balance|contract',
    'policy|consent|banner|notice|preferences|settings|accepted|enabled|disabled|required|valid|invalid|expired',
    'ttl|expires(?: (?:in|at|on))?|expiry|expiration|lifetime|age|at|date|ms|seconds|minutes|nanos|latency|duration|cost|price',
    'attempts|retries|failures|errors|issuer|audience|scopes?|domain|path|file|dir|same site|name|arn|endpoint',
    'per (?:second|minute|day)',
  ].join('|')}) $`,
  'u',
);

/** Tokens of language models: their marks for the begin of a text, and how fast and dear they are. */
const ofModels =
  / (?:bos|eos|pad|unk|sep|cls|mask|stop|special) tokens?(?: ids?)? $| (?:to first|per|per output|per input|per prompt) token $/u;

export function secrecyOf(name: string): Secrecy {
  if (!secretStem.test(name) || hasMarker(name)) return 'open';
  const words = wordsOf(name);
  if (asking.test(words) || describing.test(words) || ofModels.test(words)) return 'open';
  if (secret.test(words)) return 'secret';
  if (counting.test(words)) return 'counts';
  return textsOnly.test(words) ? 'texts' : 'open';
}

/** `dbPasswd`, `X-Api-Key` and `CVV2` have the words ` db passwd `, ` x api key ` and ` cvv 2 `. */
const wordsOf = (name: string): string =>
  ` ${(name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/gu) ?? []).join(' ').toLowerCase()} `;
