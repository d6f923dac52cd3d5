/** The reason that responses give for dropped rows. */
export const tooLongReason = (bytesMax: number): string =>
  `an answer has at most ${bytesMax} bytes`;

/**
 * The first rows of a statement in an order, as many as have no more bytes together as JSON. The
 * column `of_all` counts the rows of the statement, which itself limits them.
 *  texts  its columns that may be long, which are what counts
 */
export const fittingSql = (
  rows: string,
  { texts, order, bytesMax }: { texts: string; order: string; bytesMax: number },
): string => `
  SELECT * FROM (
    SELECT *, toString(count() OVER ()) AS of_all, sum(length(toJSONString(tuple(${texts})))) OVER (
      ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS so_far
    FROM (${rows})
  ) WHERE so_far <= ${bytesMax} ORDER BY ${order}`;

/** The count of rows that a list drops, for its response; nothing when all of them fit. */
export function truncatedOf(rows: readonly { readonly of_all: string }[], bytesMax: number) {
  const items = Number(rows[0]?.of_all ?? 0) - rows.length;
  return items === 0 ? {} : { truncated: { items, reason: tooLongReason(bytesMax) } };
}

/** SQL for a text: all of it, or the beginning of a longer one and how long it is. */
export const shortenedSql = (text: string, bytesMax: number, charactersShown: number): string =>
  `if(length(${text}) <= ${bytesMax}, ${text},
    concat(substringUTF8(${text}, 1, ${charactersShown}), '… (', toString(length(${text})), ' bytes)'))`;
