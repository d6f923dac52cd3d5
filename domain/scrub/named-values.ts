import { type Count, masked } from './marker.ts';
import { type Secrecy, secrecyOf } from './secret-names.ts';

/** Headers, whose values reach to the end of their line. */
const header =
  '(?:proxy-)?authorization|(?:set-)?cookie|x-(?:[a-z]{1,20}-)?(?:api-key|token|secret)';

/** Where a name begins: at a word, or right behind the end of a key (`-----END PRIVATE KEY-----`). */
const beginning = '(?:(?<![\\w-])|(?<=-----))';

/** A header, a name in quotes (JSON within a text has escaped ones), or a name before `=`. */
const names = new RegExp(
  [
    `${beginning}(?<header>${header})\\s{0,4}:[ \\t]{0,4}`,
    `(?<quote>\\\\{0,7}["'])(?<quoted>[\\w-]{1,64})\\k<quote>\\s{0,4}[:=]\\s{0,4}`,
    `${beginning}(?<plain>[\\w-]{1,64})=(?![=>])`,
  ].join('|'),
  'giu',
);

/** Values without quotes around them. Those of a header may have some inside: a digest names its parts. */
const bare = {
  header: /(?:="[^"\r\n]*"|[^\r\n"'\\])+/uy,
  quoted: /(?!true|false|null)[^\s,{}[\]"'\\]+/uy,
  plain: /(?:(?<=authorization=)[\w-]{1,30} )?[^\s&;,"'<>\\]+/iuy,
};

const opening = /\\{0,7}["']/uy;
const already = /(?:\w{1,30} )?\[REDACTED:/uy;

/** A text with a marker for each value whose name says that it is secret: in headers, queries, settings and JSON. */
export function withoutNamedValues(text: string, count: Count): string {
  let clean = '';
  let done = 0;
  for (const { 0: all, index, groups = {} } of text.matchAll(names)) {
    if (index < done) continue;
    const [way, name] = namedBy(groups);
    const secrecy = secrecyOf(name);
    if (secrecy === 'open') continue;
    const [start, end] = valueAt(text, index + all.length, bare[way]);
    if (!isHidden(text.slice(start, end), secrecy)) continue;
    clean += text.slice(done, start) + masked('sensitive_name', count);
    done = end;
  }
  return clean + text.slice(done);
}

function namedBy({
  header,
  quoted,
  plain = '',
}: {
  readonly [group: string]: string | undefined;
}): readonly [keyof typeof bare, string] {
  if (header !== undefined) return ['header', header];
  return quoted !== undefined ? ['quoted', quoted] : ['plain', plain];
}

const isHidden = (value: string, secrecy: Secrecy): boolean =>
  value !== '' && (secrecy === 'secret' || !/^[\d.]+$/u.test(value));

/** Where a value stands; nowhere if there is none, or if it is masked already. */
function valueAt(text: string, from: number, unquoted: RegExp): readonly [number, number] {
  const quote = matchAt(opening, text, from);
  const start = from + quote.length;
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
