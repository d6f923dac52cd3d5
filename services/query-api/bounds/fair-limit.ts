/**
 * The most that each of several may take so that all of them take no more than `total`: what the small
 * ones leave is shared by the large ones (max-min fair). Infinite where all of them fit.
 */
export function fairLimit(sizes: readonly number[], total: number): number {
  const ascending = sizes.toSorted((left, right) => left - right);
  let left = total;
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
