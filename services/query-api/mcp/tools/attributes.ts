import { z } from 'zod';
import { within } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { endOf, instant, range, service, tableLimit } from './parts.ts';

const spans = z
  .strictObject({
    from: instant.describe('Spans that began then or later.'),
    to: instant.describe('Spans that began before.'),
    service,
    operation: z
      .string()
      .optional()
      .describe('All spans of this operation; the requests of the service when absent.'),
    status: z.enum(['ok', 'error', 'unset']).optional(),
    min_duration_ms: z.number().min(0).optional(),
    max_duration_ms: z.number().min(0).optional(),
    attributes: z
      .array(
        z.strictObject({
          key: z.string(),
          values: z.array(z.string()).describe('Any of these.'),
          is_not: z.boolean().optional(),
        }),
      )
      .optional(),
  })
  .describe('Some spans of one service.');

export const attributeTools = [
  readTool({
    name: 'list_attributes',
    title: 'Attributes of spans',
    description:
      'Names of attributes of spans and their resources, or with `key` the values of one, the most frequent first, as a table with counts of spans. The last hour without a range. At most 200.',
    input: z.object({
      service: service.optional(),
      key: z.string().optional().describe('Values of this attribute instead of names.'),
      prefix: z.string().optional().describe('Only names, or values, that begin so.'),
      ...range,
      limit: tableLimit,
    }),
    route: 'listAttributes',
    request: ({ limit: _, ...given }) => ({ query: asQuery(given) }),
    page: given => within('/traces', { service: given.service }),
    list: { field: 'items', goesOn: { rowsMax: 200 }, columns: ['text', 'spans'], endsBy: 'to' },
  }),
  readTool({
    name: 'compare_spans',
    title: 'What some spans have in common',
    description:
      'Which attributes some spans (`selection`, such as the slow or the failed requests) have more or less often than others (`baseline`; the other spans of the same service, operation and time when absent), those that differ most first. `share` is in percent.',
    input: z.object({ selection: spans, baseline: spans.optional() }),
    route: 'compareSpans',
    request: ({ selection, baseline, as_of }) => ({
      body: {
        selection: upTo(selection, as_of),
        baseline: baseline && upTo(baseline, as_of),
        as_of,
      },
    }),
    page: ({ selection }) => within('/traces', { service: selection.service }),
    rest: 'Select fewer spans, or name an `operation`.',
  }),
];

/** Spans of a range that ends at the instant at the latest. */
const upTo = <Range extends { readonly to: string }>(given: Range, asOf: string | undefined) => ({
  ...given,
  to: endOf(given.to, asOf),
});
