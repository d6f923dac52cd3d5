/** Between two changes of a list, so that what arrives fast does not draw it for each row. */
const drawMs = 250;

/** Gives what came within a moment at once. */
export function collect<Item>(give: (items: readonly Item[]) => void) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const items = waiting;
    waiting = [];
    if (items.length > 0) give(items);
  };
  return {
    flush,
    add: (item: Item): void => {
      waiting.push(item);
      timer ??= setTimeout(flush, drawMs);
    },
  };
}
