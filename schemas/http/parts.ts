import { z } from 'zod';
import type { Json } from '../json.ts';
import { queryInstant } from './sent-instant.ts';
import { filled, line } from './text.ts';

/** Any JSON value. It is not looked into: it can only have come from a JSON parser. */
export const json = z.custom<Json>();

export const jsonObject = z.record(z.string(), json);

/** An instant as clients read it: RFC 3339 in UTC. */
export const instant = z.iso.datetime();

export const serviceNameCharactersMax = 200;

/** The name as its owner wrote it, neither empty nor blank, of whole characters, without control characters. */
export const serviceName = filled(line(serviceNameCharactersMax).min(1));

type WholeNumber = { readonly minimum: number; readonly maximum: number; readonly preset: number };

/** A whole number in a query string; one outside the range counts as the nearest inside, so the documents give no bounds to refuse it by. */
export function wholeNumber({ minimum, maximum, preset }: WholeNumber) {
  return z
    .string()
    .regex(/^[+-]?\d+$/u, 'expected a whole number')
    .transform(text => Math.min(maximum, Math.max(minimum, Number(text))))
    .default(preset)
    .meta({
      type: 'integer',
      description: `${preset} when absent. A number below ${minimum} counts as ${minimum}, one above ${maximum} as ${maximum}.`,
    });
}

/** A whole number in a query string; one outside the range is refused. */
export const numberWithin = ({ minimum, maximum }: Omit<WholeNumber, 'preset'>) =>
  z
    .string()
    .regex(/^\d{1,15}$/u, 'expected a whole number')
    .transform(Number)
    .refine(
      number => number >= minimum && number <= maximum,
      `expected a whole number from ${minimum} to ${maximum}`,
    )
    .meta({ type: 'integer', minimum, maximum });

/** Seconds that a response may wait for something to happen: `wait` in the query. */
export const waitSeconds = wholeNumber({ minimum: 0, maximum: 30, preset: 0 });

type Limit = { readonly maximum: number; readonly preset: number };

const offset = { minimum: 0, maximum: 1_000_000, preset: 0 };

/** How many rows of a list: `limit` in the query. */
export const limited = (limit: Limit) => ({ limit: wholeNumber({ minimum: 1, ...limit }) });

/** A page of a list: `limit` rows after the first `offset`. */
export const paging = (limit: Limit) => ({ ...limited(limit), offset: wholeNumber(offset) });

const cursorCharactersMax = 400;

/** A further page of a list: `cursor` in the query. */
export const cursorQuery = {
  cursor: z
    .string()
    .max(cursorCharactersMax)
    .optional()
    .meta({ description: '`next_cursor` of the page before.' }),
} as const;

/** Where a list goes on, in its response. */
export const nextCursor = z.string().nullable().meta({
  description:
    'Cursor of the next page, null on the last. A page ends at `limit`, or before when a response would be too long.',
});

/** Of a read of domain state: the answer as it was then. */
export const asOfQuery = {
  as_of: queryInstant.optional().meta({
    description:
      'State as of the last event recorded at or before this instant, which must not lie in the future. Instants of which the state is not kept any more give 410 `history_forgotten`.',
  }),
} as const;

/** Forty positions. */
const minPositionCharactersMax = 40 * 23;

/** Of a read of telemetry: what was known then, or what must be known at least. */
export const knownAsOf = {
  as_of: queryInstant.optional().meta({
    description:
      'Only what was known before the minute of this instant, which must not lie in the future. Instants older than spans are kept give 410 `history_forgotten`.',
  }),
  min_position: z.string().max(minPositionCharactersMax).optional().meta({
    description:
      '`X-Ingest-Position` of accepted requests, separated by commas: the response waits until it includes them.',
  }),
} as const;

/** Yes or no in a query string. */
export const queryFlag = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform(text => text === 'true')
  .meta({ type: 'boolean' });

/** What a list drops so that its response stays within the limit. */
export const truncatedList = z
  .object({ items: z.int(), reason: z.string() })
  .optional()
  .meta({ description: 'Absent when nothing was dropped.' });

/** Absent and null mean the same to the clients. */
export const optionalNullable = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform(value => value ?? undefined);
