import type { Json } from './json.ts';

/**
 * In memory, a number that no double holds, such as an id of 64 bits, is a text that begins with this mark. Nobody can send it:
 * it is another one in each process and thread, and no value leaves either but as text of JSON.
 */
const mark = `${crypto.randomUUID()} `;

const marked = new RegExp(`"${mark}([^"]*)"`, 'gu');

export const isExactNumber = (text: string): boolean => text.startsWith(mark);

/** JSON of which `exactJsonText` writes every number with the value that it has in the text. Throws as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayBeLost.test(text) ? JSON.parse(withMarks(text)) : value;
}

/** The text of JSON that `parseExactJson` read. */
export const exactJsonText = (value: unknown): string => withoutMarks(JSON.stringify(value));

/** Text that `JSON.stringify` made of what `parseExactJson` read, with its numbers as numbers. */
export const withoutMarks = (text: string): string =>
  text?.includes(mark) ? text.replaceAll(marked, '$1') : text;

/** JSON that `parseExactJson` read, with the digits of numbers that no double holds as texts, for what is kept as any other JSON. */
export function withDigitsAsTexts(value: Json): Json {
  if (typeof value === 'string') return isExactNumber(value) ? value.slice(mark.length) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(withDigitsAsTexts);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withDigitsAsTexts(each)]),
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** More digits than every double has, or a large exponent. */
const mayBeLost = /\d[\d.]{15}|[eE][+-]?\d{3}/u;

const quote = 0x22;
const backslash = 0x5c;
const number = /-?\d[\d.eE+-]*/uy;

function withMarks(text: string): string {
  let changed = '';
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === quote) at = endOfText(text, at);
    number.lastIndex = at;
    const token = number.exec(text)?.[0];
    if (token === undefined) continue;
    if (!isKept(token)) {
      changed += `${text.slice(done, at)}"${mark}${token}"`;
      done = at + token.length;
    }
    at += token.length - 1;
  }
  return changed + text.slice(done);
}

/** Where the quote at the end of a text is. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** Whether a double writes the same number. */
function isKept(token: string): boolean {
  const written = String(Number(token));
  return written === token || decimalOf(written) === decimalOf(token);
}

/** The digits of a number without zeros around them, and the power of ten of the last one. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/iu.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/u, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return text === 'Infinity' || text === '-Infinity' ? text : '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(0, end)}e${power}`;
}
