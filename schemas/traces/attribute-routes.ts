import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, knownAsOf, limited } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant, sentInstant, sentInstantMs } from '../http/sent-instant.ts';
import { attributeExamples } from './attribute-examples.ts';

const text = z.string().max(1_000);
const sentMs = sentInstant.transform(sentInstantMs);
const milliseconds = z.number().min(0).max(999_999_999_999);

/** How much a response was computed from. */
const sampled = {
  from: instant,
  to: instant,
  sample_count: z.int(),
  sampled_one_in: z.int().meta({
    description:
      '1: all spans were looked at. More: only those of one trace in so many, chosen by trace id.',
  }),
};

const listQuery = z.object({
  from: queryInstant.optional().meta({ description: 'An hour before `to` when absent.' }),
  to: queryInstant.optional().meta({ description: '`as_of`, or now, when absent.' }),
  service: text.optional(),
  key: text.optional().meta({ description: 'Lists values of this attribute instead of names.' }),
  prefix: text.optional().meta({ description: 'Only names, or values, that begin so.' }),
  ...limited({ maximum: 200, preset: 50 }),
  ...knownAsOf,
});

const listAnswer = z.object({
  key: z.string().nullable(),
  items: z.array(
    z.object({
      text: z
        .string()
        .meta({ description: 'A name, or a value; of a value at most 200 characters.' }),
      spans: z.int(),
    }),
  ),
  ...sampled,
});

const attributeFilter = z.strictObject({
  key: text.min(1),
  values: z.array(text).min(1).max(20),
  is_not: z.boolean().default(false),
});

const spanSelection = z
  .strictObject({
    from: sentMs,
    to: sentMs,
    service: text.min(1),
    operation: text.optional().meta({
      description: 'All spans of this operation; the requests of the service when absent.',
    }),
    status: z.enum(['ok', 'error', 'unset']).optional(),
    min_duration_ms: milliseconds.optional(),
    max_duration_ms: milliseconds.optional(),
    attributes: z.array(attributeFilter).max(10).default([]),
  })
  .refine(({ from, to }) => from < to, '`from` must be earlier than `to`')
  .meta({ description: 'Spans that began from `from` to before `to`, which is later.' });

const group = z.object({ spans: z.int(), share: z.number() });

const compareAnswer = z.object({
  selection: z.object({ spans: z.int() }),
  baseline: z.object({ spans: z.int() }),
  attributes: z.array(
    z.object({
      key: z.string(),
      value: z.string(),
      selection: group.meta({ description: '`share` is in percent of the spans of the group.' }),
      baseline: group,
      difference: z
        .number()
        .meta({ description: 'Share in the selection less that in the baseline.' }),
    }),
  ),
  is_whole: z.boolean().meta({
    description:
      'False when spans were sampled, or attributes with small differences are left out.',
  }),
  ...sampled,
});

/** What spans have in common, and what they say of themselves. */
export const attributeRoutes = [
  {
    name: 'listAttributes',
    method: 'GET',
    path: '/v1/attributes',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    body: 'none',
    query: listQuery,
    response: listAnswer,
    summary:
      'Lists the names of attributes of spans and their resources, or the values of one, the most frequent first.',
    example: attributeExamples.listAttributes,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'compareSpans',
    method: 'POST',
    path: '/v1/traces/compare',
    role: 'query-api',
    keys: keysFor.reading,
    body: 'json',
    request: z.strictObject({
      selection: spanSelection,
      baseline: spanSelection.optional().meta({
        description: 'When absent: the other spans of the same service, operation and time.',
      }),
      as_of: sentMs.optional(),
    }),
    response: compareAnswer,
    summary:
      'Says which attributes some spans have more or less often than others, those that differ most first.',
    example: attributeExamples.compareSpans,
    statuses: [200, 400, 410],
  },
] as const satisfies readonly Route[];
