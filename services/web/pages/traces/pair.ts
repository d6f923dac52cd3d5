/** Up to two traces that are chosen for a comparison, in the order of their choice. */
export type Pair = { readonly a?: string | undefined; readonly b?: string | undefined };

export const isChosen = ({ a, b }: Pair, id: string): boolean => id === a || id === b;

/** The pair after a trace was chosen, or chosen again, which takes it out; a third takes the place of the second. */
export function choose({ a, b }: Pair, id: string): Pair {
  if (id === a) return { a: b, b: undefined };
  if (id === b) return { a, b: undefined };
  return a === undefined ? { a: id, b } : { a, b: id };
}
