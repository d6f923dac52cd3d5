/** The items in their order, so many at a time. */
export function* chunk<Item>(items: readonly Item[], count: number): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += count) yield items.slice(at, at + count);
}
