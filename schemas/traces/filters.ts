import { z } from 'zod';
import { knownAsOf, numberWithin, queryFlag } from '../http/parts.ts';
import { queryInstant } from '../http/sent-instant.ts';

/** Thirty years: longer than anything that is kept. */
const durationMsMax = 999_999_999_999;

/** What traces are asked for by attributes: names, values of a name, and characters of each. */
const attributesMax = { names: 10, values: 20 } as const;
const charactersMax = 1_000;

const text = z.string().max(charactersMax);

/** `key` is one of these values, or with `isNot` none of them. */
export type AttributeFilter = {
  readonly key: string;
  readonly values: readonly string[];
  readonly isNot: boolean;
};

/**
 * All parameters that begin with `attr.`: the rest of a name is the key, and one that ends with `!` means "is not", because
 * `attr.region!=eu` is the parameter `attr.region!`.
 */
const attributeFilters = z
  .record(
    z.string(),
    z.union([text.transform(value => [value]), z.array(text).max(attributesMax.values)]),
  )
  .refine(
    given => Object.keys(given).length <= attributesMax.names,
    `expected at most ${attributesMax.names} names of attributes`,
  )
  .transform(given => Object.entries(given).map(filterOf))
  .refine(
    filters => filters.every(({ key }) => key !== '' && key.length <= charactersMax),
    `expected names of attributes of 1 to ${charactersMax} characters`,
  )
  .meta({
    maxProperties: attributesMax.names,
    description: `At most ${attributesMax.names} names, with texts of at most ${charactersMax} characters.`,
  });

function filterOf([name, values]: [string, string[]]): AttributeFilter {
  const isNot = name.endsWith('!');
  return { key: isNot ? name.slice(0, -1) : name, values, isNot };
}

/** A trace passes when one span of it passes all that is said of spans. */
export const filtersOfSpans =
  'A trace passes when it passes what is asked of traces, and one of its spans is of `service`, has the name `operation` and all attributes asked for, its own or of its resource. `attr.http.route=/cart` asks for an attribute, several times for one of several values; `attr.region!=eu` for spans without this value.';

/** What a list of traces and its histogram are asked for. */
export const traceFilters = {
  service: z.string().optional(),
  operation: text.optional().meta({ description: 'Traces with a span of this name.' }),
  root_service: text.optional().meta({ description: 'Traces whose root span is of it.' }),
  status: z
    .enum(['ok', 'error', 'unset'])
    .optional()
    .meta({ description: '`error` when a span failed; otherwise that of the root span.' }),
  has_error: queryFlag.optional(),
  min_duration: numberWithin({ minimum: 0, maximum: durationMsMax })
    .optional()
    .meta({ description: 'Milliseconds; traces that took at least that long.' }),
  max_duration: numberWithin({ minimum: 0, maximum: durationMsMax })
    .optional()
    .meta({ description: 'Milliseconds; traces that took at most that long.' }),
  id: z
    .string()
    .regex(/^[0-9a-fA-F-]{1,36}$/u, 'expected hexadecimal digits')
    .transform(id => id.replaceAll('-', '').toLowerCase())
    .optional()
    .meta({ type: 'string', description: 'Traces whose ids begin with these digits.' }),
  start_time_from: queryInstant.optional().meta({
    description:
      'Traces that began then or later. Without this and `start_time_to`, the traces of the 24 hours up to the newest one.',
  }),
  start_time_to: queryInstant.optional().meta({ description: 'Traces that began before.' }),
  'attr.': attributeFilters.default([]),
  ...knownAsOf,
} as const;
