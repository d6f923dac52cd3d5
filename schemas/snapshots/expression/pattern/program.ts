/** Characters by ranges of code points, both ends included. */
export type CharacterSet = {
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly isNegated: boolean;
};

export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';

/** One step of a nondeterministic automaton; `split` goes on at both places. */
export type Instruction =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'split'; to: number; or: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'found' };

/** A regular expression, compiled. */
export type PatternProgram = readonly Instruction[];

export type PatternNode =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly of: PatternNode;
      readonly min: number;
      readonly max: number;
    };

export const hasCharacter = ({ ranges, isNegated }: CharacterSet, code: number): boolean =>
  ranges.some(([from, to]) => code >= from && code <= to) !== isNegated;
