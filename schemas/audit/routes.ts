import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { instant, json, limited } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { actorBody } from './actor.ts';
import { examples } from './examples.ts';
import { auditKindNames } from './kinds.ts';

const eventsLimit = { maximum: 500, preset: 50 };
const filterCharactersMax = 400;

const filter = (description: string) =>
  z.string().min(1).max(filterCharactersMax).optional().meta({ description });

const isKind = (name: string): name is (typeof auditKindNames)[number] =>
  auditKindNames.some(each => each === name);

const kinds = z
  .string()
  .refine(
    text => text.split(',').every(isKind),
    `expected one of ${auditKindNames.join(', ')}, or several of them separated by commas`,
  )
  .transform(text => text.split(',').filter(isKind))
  .optional()
  .meta({
    type: 'string',
    description: `Kinds of events, separated by commas: ${auditKindNames.join(', ')}. All when absent.`,
  });

const auditQuery = z.object({
  from: queryInstant
    .optional()
    .meta({ description: 'Only events recorded at or after this instant.' }),
  to: queryInstant.optional().meta({ description: 'Only events recorded before this instant.' }),
  actor: filter('`key`, `session`, `user`, `operator` or `system`, or one of them, as `key:<id>`.'),
  resource: filter('The type of a resource, as `api-key`, or one resource, as `api-key:<id>`.'),
  kinds,
  type: filter('The type of an event, as `ApiKeyIssued`.'),
  cursor: filter('`next_cursor` of the page before.'),
  ...limited(eventsLimit),
});

const auditEvent = z.object({
  id: z.string(),
  /** When the event was recorded. */
  at: instant,
  actor: actorBody,
  type: z.string(),
  summary: z.string(),
  resource: z.object({ type: z.string(), id: z.string() }),
  /** Fields of the resource that the event changed; null where there was no value. Secrets read `(sealed)`. */
  changes: z.array(z.object({ field: z.string(), before: json, after: json })),
  /** The id of the request, for events that follow from one. */
  correlation_id: z.string(),
  /** The command, or the event, that caused it. */
  causation_id: z.string(),
});

export type AuditEvent = z.infer<typeof auditEvent>;

export const auditRoutes = [
  {
    name: 'audit',
    method: 'GET',
    path: '/v1/audit',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    query: auditQuery,
    response: z.object({
      events: z.array(auditEvent),
      /** Null on the last page. A page with filters may be short, or empty, and not the last. */
      next_cursor: z.string().nullable(),
    }),
    csv: 'events',
    summary: 'Lists who changed what and when in the organization, newest first.',
    example: examples.audit,
    statuses: [200, 400],
  },
] as const satisfies readonly Route[];
