import { z } from 'zod';

/**
 * RFC 3339, of the years 1970 to 9999: what is kept has no place for an earlier time, and there is no later year of four digits.
 */
const pattern =
  /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u;

const expected =
  'expected an instant of RFC 3339 in the years 1970 to 9999, for example 2026-11-25T01:37:00Z';

/** `Date` takes the 30th of February for a day of March. */
const isOfCalendar = (text: string): boolean =>
  new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));

/** An instant as clients send it in a query or a body. */
export const sentInstant = z
  .string()
  .regex(pattern, expected)
  .refine(isOfCalendar, expected)
  .meta({ format: 'date-time' });

/** As milliseconds since 1970; the first hours of that year in the east of Greenwich count as its beginning. */
export const sentInstantMs = (text: string): number => Math.max(0, Date.parse(text));

/** A sent instant as milliseconds since 1970. */
export const queryInstant = sentInstant
  .transform(sentInstantMs)
  .meta({ type: 'string', format: 'date-time' });
