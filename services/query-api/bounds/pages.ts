/** Items that follow each other, in pages that have no more bytes together; one that is longer has its own. */
export function pagesOf<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  bytesMax: number,
): Item[][] {
  const pages: Item[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (bytes + item.bytes > bytesMax) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)?.push(item);
    bytes += item.bytes;
  }
  return pages;
}
