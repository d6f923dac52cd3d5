import { namedTexts } from './function-text.ts';

/** One line of the source made wrong, and the test that must turn red. */
export type Mutant = {
  readonly name: string;
  /** The function, method or top-level `const` that holds the line, wherever it stands; absent for a line that stands once. */
  readonly in?: string;
  /** Stands exactly once in the text of that function. */
  readonly find: string;
  readonly replace: string;
  readonly spec: string;
  /** Part of the full title of the test. */
  readonly test: string;
};

/** Texts of the product by the names of their files. */
export type Sources = ReadonlyMap<string, string>;

/** A file with a mutant's line replaced, or why there is no such place. */
export type Mutated =
  | { readonly file: string; readonly source: string }
  | { readonly fault: string };

type Place = { readonly file: string; readonly at: number };

/** Functions may move; one that was renamed is known by its line, if no other place has that. */
export function mutated(mutant: Mutant, sources: Sources): Mutated {
  const { find, replace } = mutant;
  const named = mutant.in === undefined ? [] : placesIn(mutant.in, find, sources);
  const places = named.length > 0 ? named : placesOf(find, sources);
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const where = mutant.in === undefined ? 'the source' : `a function ${mutant.in}`;
    return { fault: `expected its line once in ${where}, found ${places.length}` };
  }
  const source = sources.get(place.file) ?? '';
  const after = source.slice(place.at + find.length);
  return { file: place.file, source: source.slice(0, place.at) + replace + after };
}

/** Where the functions of a name have the line, each once. */
function placesIn(name: string, find: string, sources: Sources): readonly Place[] {
  const found = new Map<string, Place>();
  for (const [file, source] of sources) {
    if (!source.includes(find)) continue;
    for (const { text, start } of namedTexts(source).filter(one => one.name === name)) {
      const [first, ...more] = offsetsOf(find, text);
      const at = start + (first ?? 0);
      if (first !== undefined && more.length === 0) found.set(`${file}:${at}`, { file, at });
    }
  }
  return [...found.values()];
}

const placesOf = (find: string, sources: Sources): readonly Place[] =>
  [...sources].flatMap(([file, source]) => offsetsOf(find, source).map(at => ({ file, at })));

function offsetsOf(find: string, text: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1)) offsets.push(at);
  return offsets;
}
