/** A query string as people and other programs write it: names and texts, a name once or more than once. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...found };
}

/** `parseQuery(printQuery(search))` is `search` without what is undefined. */
export function printQuery(search: Readonly<Record<string, unknown>>): string {
  const printed = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) printed.append(name, String(each));
  const text = printed.toString();
  return text === '' ? '' : `?${text}`;
}
