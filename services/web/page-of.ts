/** As far as a link may go. */
export const pagesMax = 200;

/** The page that a link names, from 1; the first when it names none that there can be. */
export function pageOf(printed: string | undefined): number {
  const page = Number(printed ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= pagesMax ? page : 1;
}
