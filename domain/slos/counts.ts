/** Entry spans, and those of them that were not good. */
export type Counts = { readonly total: number; readonly bad: number };

/** What ended within a time, which begins at a whole minute. */
export type Counted = Counts & { readonly startSeconds: number; readonly seconds: number };

export const nothing: Counts = { total: 0, bad: 0 };

/** The sum of those that began within a range; its bounds are between two of them. */
export function countsWithin(
  counted: readonly Counted[],
  { fromSeconds, toSeconds }: { readonly fromSeconds: number; readonly toSeconds: number },
): Counts {
  let [total, bad] = [0, 0];
  for (const each of counted) {
    if (each.startSeconds < fromSeconds || each.startSeconds >= toSeconds) continue;
    total += each.total;
    bad += each.bad;
  }
  return { total, bad };
}
