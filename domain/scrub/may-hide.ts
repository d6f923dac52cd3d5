import { secretStem } from './secret-names.ts';
import { vendorKeys } from './vendor-keys.ts';

/** No secret that scrubbing recognizes, and no name with its value, is shorter. */
const charactersMin = 5;

/** Every secret that scrubbing recognizes has one of these, but for those that `words` and `keys` find. */
const marks = /[@=:%<,\d-]/u;

/** Signs of cards and numbers of social security, addresses, keys, options and schemes of authorization. */
const forms = new RegExp(
  [
    '@|-----BEGIN',
    '\\d{4}[ -]?\\d{4}|\\d{3}-\\d{2}-\\d{4}',
    '-u[ =]|--(?:proxy-)?user[ =]',
    '(?:sig|response|nonce|mac)=',
  ].join('|'),
  'iu',
);

/** What stands between a name and its value. */
const joints = /[:=%<]|--|["'`]\s{0,4},/u;

const words =
  /passw(?:or)?d (?:is|was)| password |(?:bearer|basic|token|apikey|negotiate|ntlm) +[\w.~+/-]{4}/iu;

/** Every key of a vendor and every web token has so long a word. */
const keys = /\S{15}/u;

/**
 * Whether a text may have something in it that scrubbing masks. Most texts have not, and are not looked through by every
 * pattern: that takes twenty times as long.
 */
export function mayHide(text: string): boolean {
  if (text.length < charactersMin) return false;
  if (marks.test(text) && (forms.test(text) || (joints.test(text) && secretStem.test(text))))
    return true;
  return words.test(text) || (keys.test(text) && hasKey(text));
}

const hasKey = (text: string): boolean =>
  text.includes('eyJ') || vendorKeys.some(({ pattern }) => isIn(pattern, text));

function isIn(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
