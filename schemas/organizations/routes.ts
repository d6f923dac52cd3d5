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
    keys: keysFor.writing,
    body: 'json',
    request: renameRequest,
    response: z.object(described),
    summary: 'Renames the organization; the name that it has already changes nothing.',
    example: examples.renameOrganization,
    statuses: [200, 400, 404, 409, 413, 415],
  },
] as const satisfies readonly Route[];
