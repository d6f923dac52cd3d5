/** A slip of the fingers: letters that are missing, added or changed. */
const slipsMax = 2;

/** The known name that another one was most likely meant to be; undefined: none is near. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const given = plain(name);
  const [near] = known
    .map(each => ({ each, slips: slipsBetween(given, plain(each)) }))
    .filter(({ each, slips }) => slips <= slipsMax && slips < plain(each).length)
    .toSorted((left, right) => left.slips - right.slips);
  return near?.each ?? known.find(each => isPart(given, plain(each)));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/gu, '');

/** `service_name` for `service`, and `from` for `start_time_from`. */
const isPart = (left: string, right: string): boolean =>
  left.includes(right) || (left !== '' && right.includes(left));

/** Levenshtein's distance, row by row. */
function slipsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...right].entries()) {
      const changed = (row[index] ?? 0) + Number(letter !== other);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
