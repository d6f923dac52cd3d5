import { ExpressionError } from '../tokens.ts';
import { anyCharacter, escapedSet, lastCode, oneCharacter, plainRanges } from './characters.ts';
import { compilePattern } from './compile.ts';
import type { CharacterSet, PatternNode, PatternProgram } from './program.ts';

const depthMax = 20;
const repetitionsMax = 1_000;

/**
 * A regular expression without lookaround and references to groups, so that it takes time in proportion to the text: literals, `.`,
 * classes, `\d \w \s \b`, `^ $`, groups, `|`, `* + ? {m,n}`. Throws `ExpressionError`.
 */
export function parsePattern(pattern: string): PatternProgram {
  const source = { characters: [...pattern], at: 0, depth: 0 };
  const node = either(source);
  if (source.at < source.characters.length) throw unexpected(source);
  return compilePattern(node);
}

type Source = { readonly characters: readonly string[]; at: number; depth: number };

const peek = ({ characters, at }: Source): string | undefined => characters[at];

const unexpected = (source: Source): ExpressionError =>
  new ExpressionError(
    `the regular expression has an unexpected ${peek(source) ?? 'end'} at character ${source.at + 1}`,
  );

function take(source: Source, character: string): boolean {
  if (peek(source) !== character) return false;
  source.at++;
  return true;
}

function next(source: Source): string {
  const character = peek(source);
  if (character === undefined) throw unexpected(source);
  source.at++;
  return character;
}

function either(source: Source): PatternNode {
  if (++source.depth > depthMax)
    throw new ExpressionError(`a regular expression is nested at most ${depthMax} levels deep`);
  const parts = [sequence(source)];
  while (take(source, '|')) parts.push(sequence(source));
  source.depth--;
  return { kind: 'either', parts };
}

function sequence(source: Source): PatternNode {
  const parts: PatternNode[] = [];
  for (;;) {
    const character = peek(source);
    if (character === undefined || character === '|' || character === ')')
      return { kind: 'sequence', parts };
    parts.push(repeated(source));
  }
}

function repeated(source: Source): PatternNode {
  const of = atom(source);
  const count = repetition(source);
  if (count === undefined) return of;
  // Whether something is found does not depend on how much of it is taken.
  take(source, '?');
  if (of.kind === 'assert') throw new ExpressionError('an anchor cannot be repeated');
  return { kind: 'repeat', of, ...count };
}

function repetition(source: Source): { min: number; max: number } | undefined {
  if (take(source, '*')) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (take(source, '+')) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (take(source, '?')) return { min: 0, max: 1 };
  return bracedRepetition(source);
}

function bracedRepetition(source: Source): { min: number; max: number } | undefined {
  const rest = source.characters.slice(source.at, source.at + 12).join('');
  const found = /^\{(\d{1,4})(,(\d{1,4})?)?\}/u.exec(rest);
  if (found === null) return undefined;
  const [all, from, hasMore, to] = found;
  const min = Number(from);
  const open = hasMore === undefined ? min : Number.POSITIVE_INFINITY;
  const max = to === undefined ? open : Number(to);
  if (max < min || min > repetitionsMax || (to !== undefined && max > repetitionsMax))
    throw new ExpressionError(`the regular expression has an impossible repetition ${all}`);
  source.at += all.length;
  return { min, max };
}

function atom(source: Source): PatternNode {
  const character = next(source);
  switch (character) {
    case '(':
      return group(source);
    case '[':
      return { kind: 'character', set: characterClass(source) };
    case '.':
      return { kind: 'character', set: anyCharacter };
    case '^':
      return { kind: 'assert', assertion: 'start' };
    case '$':
      return { kind: 'assert', assertion: 'end' };
    case '\\':
      return escaped(next(source));
    case '*':
    case '+':
    case '?':
      throw new ExpressionError(`the regular expression repeats nothing with ${character}`);
    default:
      return { kind: 'character', set: oneCharacter(character) };
  }
}

function group(source: Source): PatternNode {
  if (take(source, '?') && !take(source, ':'))
    throw new ExpressionError('a regular expression has no lookaround, named groups or flags here');
  const inner = either(source);
  if (!take(source, ')')) throw new ExpressionError('the regular expression lacks a )');
  return inner;
}

function escaped(character: string): PatternNode {
  if (character === 'b') return { kind: 'assert', assertion: 'boundary' };
  if (character === 'B') return { kind: 'assert', assertion: 'no-boundary' };
  return { kind: 'character', set: escapedSet(character) };
}

/** Behind the opening bracket. */
function characterClass(source: Source): CharacterSet {
  const isNegated = take(source, '^');
  const ranges: (readonly [number, number])[] = [];
  for (let first = true; first || peek(source) !== ']'; first = false) {
    const from = classMember(source);
    const isRange = from.length === 1 && peek(source) === '-' && following(source) !== ']';
    if (!isRange) {
      ranges.push(...from);
      continue;
    }
    source.at++;
    ranges.push(rangeOf(from, classMember(source)));
  }
  source.at++;
  return { ranges, isNegated };
}

const following = ({ characters, at }: Source): string | undefined => characters[at + 1];

function classMember(source: Source): CharacterSet['ranges'] {
  const character = next(source);
  return plainRanges(character === '\\' ? escapedSet(next(source)) : oneCharacter(character));
}

function rangeOf(
  from: CharacterSet['ranges'],
  to: CharacterSet['ranges'],
): readonly [number, number] {
  const [low = 0, lowEnd = lastCode] = from[0] ?? [];
  const [high = lastCode, highEnd = 0] = to[0] ?? [];
  if (to.length !== 1 || low !== lowEnd || high !== highEnd || high < low)
    throw new ExpressionError('the regular expression has an impossible range of characters');
  return [low, high];
}
