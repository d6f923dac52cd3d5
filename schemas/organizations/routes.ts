import { z } from 'zod';
import { organizationName } from '../accounts/organization-name.ts';
import { keysFor } from '../api-keys/kinds.ts';
import { asOfQuery, instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { filled } from '../http/text.ts';
import { examples } from './examples.ts';

const described = {
  id: z.string(),
  /** Null after the organization's data was erased. */
  name: z.string().nullable(),
  created_at: instant,
};

const organization = z.object({
  ...described,
  /** The first character and the domain of the owner's mail address. */
  owner_email_hint: z.string().nullable(),
});

const renameRequest = z.object({
  name: filled(organizationName, 'expected a name, found only blanks or nothing').trim(),
});

/** How far the erasure of an organization is, and once it is over what was deleted and what goes by itself. */
const erasure = z.object({
  organization_id: z.string(),
  state: z.enum(['running', 'erased']),
  requested_at: instant,
  erased_at: instant.nullable(),
  erased: z
    .object({
      streams: z.int(),
      events: z.int(),
      rows: z.array(z.object({ table: z.string(), rows: z.int() })),
      blobs: z.int(),
      mails: z.int(),
    })
    .nullable(),
  /** What still has bytes of it, and until when; null: until the operator does what it says. */
  left: z.array(z.object({ what: z.string(), until: instant.nullable() })),
});

const operator = {
  role: 'admin',
  keys: 'admin',
  body: 'none',
  params: z.object({ id: z.string() }),
  response: erasure,
} as const;

export const organizationRoutes = [
  {
    name: 'organization',
    method: 'GET',
    path: '/v1/organization',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    query: z.object(asOfQuery),
    response: organization,
    summary: 'Gives the name of the organization, when it was created, and a hint at its owner.',
    example: examples.organization,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'renameOrganization',
    method: 'PATCH',
    path: '/v1/organization',
    role: 'ingest-api',
    keys: keysFor.owning,
    body: 'json',
    request: renameRequest,
    response: z.object(described),
    summary: 'Renames the organization; the name that it has already changes nothing.',
    example: examples.renameOrganization,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...operator,
    name: 'adminEraseOrganization',
    method: 'POST',
    path: '/admin/organizations/:id/erase',
    summary:
      'Begins to erase an organization: its keys are refused at once, and everything of it is deleted. This cannot be undone.',
    example: examples.adminEraseOrganization,
    statuses: [202, 404, 409],
  },
  {
    ...operator,
    name: 'adminErasure',
    method: 'GET',
    path: '/admin/organizations/:id/erasure',
    summary: 'Tells how far the erasure of an organization is, and what it deleted.',
    example: examples.adminErasure,
    statuses: [200, 404],
  },
] as const satisfies readonly Route[];
