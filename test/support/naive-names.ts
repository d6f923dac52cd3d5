const isOfWord = (character: string): boolean => /[\p{L}\p{N}_-]/u.test(character);

/** The same names as `namesIn` finds, looked for one after the other at every place. */
export function naiveNamesIn(text: string, names: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const taken = new Set<number>();
  const isBeside = (at: number): boolean =>
    at < 0 || at >= lower.length || taken.has(at) || !isOfWord(lower[at] ?? ' ');
  const stands = (name: string, at: number): boolean =>
    lower.startsWith(name, at) &&
    !Array.from(name, (_, offset) => at + offset).some(place => taken.has(place)) &&
    isBeside(at - 1) &&
    isBeside(at + name.length);
  const left = names.filter(name => name !== '');
  const found: { readonly name: string; readonly at: number }[] = [];
  for (let length = lower.length; length > 0; length--)
    for (let at = 0; at + length <= lower.length; at++) {
      const index = left.findIndex(
        name => name.length === length && stands(name.toLowerCase(), at),
      );
      if (index < 0) continue;
      for (let place = at; place < at + length; place++) taken.add(place);
      for (const name of left.splice(index, 1)) found.push({ name, at });
    }
  return found.sort((one, other) => one.at - other.at).map(({ name }) => name);
}
