import { ExpressionError } from '../tokens.ts';
import type { CharacterSet } from './program.ts';

export const lastCode = 0x10_ffff;

type Ranges = CharacterSet['ranges'];

const digits: Ranges = [[0x30, 0x39]];
const wordCharacters: Ranges = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const blanks: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

const shorthands: ReadonlyMap<string, Ranges> = new Map([
  ['d', digits],
  ['w', wordCharacters],
  ['s', blanks],
]);

export const isWord = (code: number | undefined): boolean =>
  code !== undefined && wordCharacters.some(([from, to]) => code >= from && code <= to);

/** Everything but the end of a line. */
export const anyCharacter: CharacterSet = { ranges: [[0x0a, 0x0a]], isNegated: true };

export const oneCharacter = (character: string): CharacterSet => {
  const code = character.codePointAt(0) ?? 0;
  return { ranges: [[code, code]], isNegated: false };
};

const controls: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['f', 0x0c],
  ['v', 0x0b],
]);

/** What stands for a character behind a backslash; a letter without a meaning is an error. */
export function escapedSet(escaped: string): CharacterSet {
  const shorthand = shorthands.get(escaped.toLowerCase());
  if (shorthand !== undefined)
    return { ranges: shorthand, isNegated: escaped !== escaped.toLowerCase() };
  const control = controls.get(escaped);
  if (control !== undefined) return { ranges: [[control, control]], isNegated: false };
  if (/^[a-z0-9]$/iu.test(escaped))
    throw new ExpressionError(`the regular expression has an unknown \\${escaped}`);
  return oneCharacter(escaped);
}

/** The same characters without a negation. */
export const plainRanges = ({ ranges, isNegated }: CharacterSet): Ranges =>
  isNegated ? complement(ranges) : ranges;

function complement(ranges: Ranges): Ranges {
  const gaps: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of ranges.toSorted(([left], [right]) => left - right)) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next <= lastCode ? [...gaps, [next, lastCode]] : gaps;
}
