/** Any of some items, by a number from 0 to 1. */
export const one = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
