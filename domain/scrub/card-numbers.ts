import { type Count, masked } from './marker.ts';

/** How the numbers of cards begin, with the lengths that they have (ISO/IEC 7812). */
const issuers: readonly (readonly [start: RegExp, lengths: readonly number[]])[] = [
  [/^4/u, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/u, [16]],
  [/^3[47]/u, [15]],
  [/^3(?:0|6|8|9)/u, [14, 16, 19]],
  [/^(?:6011|64[4-9]|65|62|60|81|82)/u, [16, 17, 18, 19]],
  [/^35(?:2[89]|[3-8])/u, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[1-9])/u, [12, 13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/u, [16, 17, 18, 19]],
];

/**
 * Where a number may begin, in one piece or in groups with the same gap between them: behind no word. No character is consumed, because a card may follow figures of other kinds: `2026 4111 …`.
 */
const candidates =
  /(?<![0-9A-Za-z])(?=(?<number>\d{12,19}|\d{4}(?<gap>[ -])\d{4,6}(?:\k<gap>\d{1,6}){1,3}))/gu;

/** What stands before a part of a fraction, of a UUID or of a longer number. */
const begun = /(?:\d[.-]|[0-9a-f]{4}-)$/u;
const begunCharacters = 5;

const goesOn = /[0-9A-Za-z]|\.\d/uy;

/** A text with a marker for each number of a card. */
export function withoutCardNumbers(text: string, count: Count): string {
  let clean = '';
  let done = 0;
  for (const { index, groups = {} } of text.matchAll(candidates)) {
    if (index < done || begun.test(text.slice(Math.max(done, index - begunCharacters), index)))
      continue;
    const length = lengthOf(text, index, groups);
    if (length === 0) continue;
    clean += text.slice(done, index) + masked('credit_card', count);
    done = index + length;
  }
  return clean + text.slice(done);
}

/** Of the longest beginning that is the number of a card; 0 if none is. Groups of something else may follow. */
function lengthOf(
  text: string,
  from: number,
  { number = '', gap }: { readonly [group: string]: string | undefined },
): number {
  for (let length = number.length; length > 0; ) {
    goesOn.lastIndex = from + length;
    if (!goesOn.test(text) && isCardNumber(number.slice(0, length))) return length;
    length = gap === undefined ? 0 : number.lastIndexOf(gap, length - 1);
  }
  return 0;
}

/** By its issuer, its length and its check digit: other long numbers stay. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '');
  return (
    issuers.some(([start, lengths]) => lengths.includes(digits.length) && start.test(digits)) &&
    sumOf(digits) % 10 === 0
  );
}

/** A number of JSON; ids of 64 bits have more digits. */
export const isCardAsNumber = (value: number): boolean =>
  Number.isSafeInteger(value) && value >= 3e14 && isCardNumber(String(value));

function sumOf(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}
