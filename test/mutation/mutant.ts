import { namedTexts, type Text } from './function-text.ts';

/** One line of the source made wrong, and the test that must turn red. */
export type Mutant = {
  readonly name: string;
  readonly file: string;
  /** The function, method or top-level `const` that holds the line; absent for text outside of them. */
  readonly in?: string;
  /** Stands exactly once in the text of that function; a run fails when it has moved. */
  readonly find: string;
  readonly replace: string;
  readonly spec: string;
  /** Part of the full title of the test. */
  readonly test: string;
};

/** The source with the mutant's line replaced, or why there is no such place in it. */
export type Mutated = { readonly source: string } | { readonly fault: string };

export function mutated(mutant: Mutant, source: string): Mutated {
  const { find, replace, file } = mutant;
  const holders = holdersOf(mutant, source);
  const [holder] = holders;
  if (holder === undefined || holders.length > 1) {
    return { fault: `expected one ${mutant.in} in ${file}, found ${holders.length}` };
  }
  const times = holder.text.split(find).length - 1;
  if (times !== 1) {
    return { fault: `expected its line once in ${mutant.in ?? ''} of ${file}, found ${times}` };
  }
  const at = holder.start + holder.text.indexOf(find);
  return { source: source.slice(0, at) + replace + source.slice(at + find.length) };
}

const holdersOf = (mutant: Mutant, source: string): readonly Text[] =>
  mutant.in === undefined
    ? [{ text: source, start: 0 }]
    : namedTexts(source).filter(({ name }) => name === mutant.in);
