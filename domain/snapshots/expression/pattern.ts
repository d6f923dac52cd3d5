import { LRUCache } from 'lru-cache';
import { RE2JSSyntaxException, RE2Set } from 're2js';
import { patternSize } from './pattern-size.ts';
import { ExpressionError } from './tokens.ts';

export const patternLimits = {
  charactersMax: 500,
  /** Of all regular expressions in one expression, as `patternSize` counts them. */
  sizeMax: 1_000,
  /** Compiled ones that are kept, by number and by the sum of their sizes: about 20 MiB. */
  keptMax: 1_000,
  keptSizeMax: 100_000,
} as const;

/** A regular expression in the syntax of RE2, which has no lookaround and no references to groups. */
export type Pattern = {
  /** A text takes time in proportion to its length times this. */
  readonly size: number;
  readonly isFoundIn: (text: string) => boolean;
};

const { keptMax, keptSizeMax } = patternLimits;
const kept = new LRUCache<string, Pattern>({
  max: keptMax,
  maxSize: keptSizeMax,
  sizeCalculation: ({ size }) => size,
});

/** Throws `ExpressionError` for what is no regular expression, and for one larger than `sizeMax` before it takes time. */
export function parsePattern(source: string, sizeMax: number = patternLimits.sizeMax): Pattern {
  const { charactersMax } = patternLimits;
  if (source.length > charactersMax)
    throw new ExpressionError(`a regular expression has at most ${charactersMax} characters`);
  const size = patternSize(source);
  if (size > sizeMax)
    throw new ExpressionError(
      'the regular expression is too large; use fewer and smaller repetitions',
    );
  const found = kept.get(source) ?? compiled(source, size);
  kept.set(source, found);
  return found;
}

/** Without memory for the states of a deterministic automaton, so that its steps are bounded and nothing grows with texts. */
function compiled(source: string, size: number): Pattern {
  const set = new RE2Set(RE2Set.UNANCHORED, 0, 0);
  try {
    set.add(source);
    set.compile();
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = error.getPattern();
    const reason = part ? `${error.getDescription()}: ${part}` : error.getDescription();
    throw new ExpressionError(`the regular expression cannot be read: ${reason}`);
  }
  return { size, isFoundIn: text => set.match(text).length > 0 };
}
