import { type Count, masked } from './marker.ts';
import { type Secrecy, secrecyOf } from './secret-names.ts';

/** Where a name begins: at a word, behind an escape (`\\nCookie: `, `%3Ftoken=`), or right behind the end of a key (`-----END PRIVATE KEY-----`). */
const beginning = '(?:(?<![\\w-])|(?<=-----|\\\\[nrt]|%[0-9a-f]{2})(?=[a-z]))';

/** Of words with dashes between them a header may consist; its value reaches to the end of its line. */
const header = '(?:proxy-)?authorization|(?:set-)?cookie2?|[a-z]{1,20}(?:-[a-z0-9]{1,30}){1,6}';

/** Headers whose names stand before their values in lists. */
const listed = '(?:proxy-)?authorization|(?:set-)?cookie';

/** Names of two words, as people write them. */
const phrase =
  '(?:api|access|secret|private|client|auth|refresh|session|bearer|signing|encryption) (?:key|token|secret)';

/** What stands between a name and a value in quotes. */
const joint = '(?:=>|:=|[:=])';

const quote = '\\\\{0,7}["\'`]';

const indent = '[ \\t]{0,64}(?:-[ \\t]|export[ \\t]|set[ \\t])?';

/** What is masked in parts was no word before. */
const unmasked = '(?!\\S{0,4096}\\[REDACTED:)';

/** Ways in which texts name a value, in the order in which they are looked for at one place. */
const names = new RegExp(
  [
    // Of a form: `name="password"` and an empty line before the value.
    '(?<![\\w-])name="(?<part>[\\w.[\\]-]{1,128})"[^\\r\\n]{0,200}(?:\\r?\\n[^\\r\\n]{1,200}){0,3}\\r?\\n\\r?\\n',
    `${beginning}(?<header>${header})\\s{0,4}:[ \\t]{0,4}`,
    `${beginning}(?<phrase>${phrase})[ \\t]{0,4}[:=][ \\t]{0,4}`,
    // JSON, which within a text has escaped quotes, and dictionaries of languages.
    `(?<quote>${quote})(?<quoted>[\\w.:$@[\\]-]{1,128})\\k<quote>\\s{0,4}${joint}\\s{0,4}`,
    `(?<mark>${quote})(?<listed>${listed})\\k<mark>\\s{0,4},\\s{0,4}(?=${quote})`,
    // `{ password: 'a b' }`
    `${beginning}(?<spoken>[\\w-]{1,128})[ \\t]{0,4}${joint}[ \\t]{0,4}(?=${quote}[^"'\`\\\\]{0,40}\\w)`,
    // A line of settings: `  password: abc`, `export TOKEN = abc`.
    `^${indent}(?<line>[\\w.-]{1,128})[ \\t]{0,8}:[ \\t]{1,8}${unmasked}(?=[^\\s"'\`\\\\]{1,4096}[ \\t]{0,8}$)`,
    `^${indent}(?<setting>[\\w.-]{1,128})[ \\t]{0,8}=[ \\t]{0,8}${unmasked}(?=[^\\s"'\`\\\\=>&;][^\\s"'\`\\\\&;]{0,4095}[ \\t]{0,8}$)`,
    `${beginning}(?<plain>[\\w-]{1,128})=(?![=>])`,
    // `{User:ada Password:abc}`, as Go prints it.
    '(?<=[{ ])(?<field>[A-Z]\\w{1,63}):(?=[^\\s:/"\'`\\\\{])',
    '(?<![^\\s])--(?<option>[\\w-]{1,64})[ \\t]{1,4}(?![-:=])',
    // A query within a query, and JSON within one.
    '(?:(?<![\\w%-])|(?<=%(?:25){0,3}[0-9a-f]{2}))(?<encoded>[\\w-]{1,128})%(?:(?:25){0,3}3D|22%3A(?:%20|\\+){0,2}%22)',
  ].join('|'),
  'gimu',
);

/** Says that there is no value. */
const nothing =
  '(?:true|false|null|undefined|none|nil|missing|invalid|required|expired|empty|\\*{1,64})(?![\\w*])';

/** Values without quotes around them. Those of a header may have some inside: a digest names its parts. */
const bare = {
  part: /[^\r\n]*(?:\r?\n(?!--)[^\r\n]*)*/uy,
  header: /(?:[=, ]\\{0,7}"[^"\r\n]*"|[^\r\n"'\\])+/uy,
  quoted: new RegExp(`(?!${nothing})[^\\s,{}[\\]"'\\\\]+`, 'iuy'),
  line: new RegExp(`(?!${nothing})[^\\s"'\`\\\\]+`, 'iuy'),
  plain: new RegExp(`(?!${nothing})(?:(?<=authorization=)[\\w-]{1,30} )?[^\\s&;,"'<>\\\\]+`, 'iuy'),
  field: /[^\s{}]+/uy,
  encoded: /(?:(?!%(?:25){0,3}26|%22)[^\s&;,"'<>\\])+/iuy,
};

type Way = keyof typeof bare;

/** The group of each way to name a value, and how such a value ends. */
const ways: readonly (readonly [group: string, Way])[] = [
  ['part', 'part'],
  ['header', 'header'],
  ['quoted', 'quoted'],
  ['phrase', 'plain'],
  ['listed', 'quoted'],
  ['spoken', 'quoted'],
  ['line', 'line'],
  ['setting', 'line'],
  ['plain', 'plain'],
  ['field', 'field'],
  ['option', 'plain'],
  ['encoded', 'encoded'],
];

const opening = new RegExp(quote, 'uy');
/** Of a text in Python: `b'…'`. */
const prefix = /[bfru]{1,2}(?=["'])/iuy;
const already = /(?:\w{1,30} )?\[REDACTED:/uy;

/** A text with a marker for each value whose name says that it is secret: in headers, queries, settings, forms and JSON. */
export function withoutNamedValues(text: string, count: Count): string {
  let clean = '';
  let done = 0;
  for (const { 0: all, index, groups = {} } of text.matchAll(names)) {
    if (index < done) continue;
    const [way, name] = namedBy(groups);
    const secrecy = secrecyOf(name);
    if (secrecy === 'open' || (way === 'field' && !/^[A-Z]/u.test(name))) continue;
    const [start, end] = valueAt(text, index + all.length, bare[way]);
    if (!isHidden(text.slice(start, end), secrecy)) continue;
    clean += text.slice(done, start) + masked('sensitive_name', count);
    done = end;
  }
  return clean + text.slice(done);
}

function namedBy(groups: { readonly [group: string]: string | undefined }): readonly [Way, string] {
  for (const [group, way] of ways) {
    const name = groups[group];
    if (name !== undefined) return [way, name];
  }
  throw new Error('expected a name');
}

/** A figure counts something, unless it may be what somebody typed. */
const figures = { counts: /^[\d.]+$/u, texts: /^\d{1,3}$/u };

const isHidden = (value: string, secrecy: Exclude<Secrecy, 'open'>): boolean =>
  value.trim() !== '' && (secrecy === 'secret' || !figures[secrecy].test(value));

/** Where a value stands; nowhere if there is none, or if it is masked already. */
function valueAt(text: string, from: number, unquoted: RegExp): readonly [number, number] {
  const at = from + matchAt(prefix, text, from).length;
  const quote = matchAt(opening, text, at);
  const start = at + quote.length;
  if (matchAt(already, text, start) !== '') return [start, start];
  const end =
    quote === '' ? start + matchAt(unquoted, text, start).length : endOf(text, quote, start);
  return [start, end];
}

/** Before the same quote without one more escape; else the end of the text. */
function endOf(text: string, quote: string, from: number): number {
  let at = text.indexOf(quote, from);
  while (at > from && text[at - 1] === '\\') at = text.indexOf(quote, at + quote.length);
  return at < 0 ? text.length : at;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
