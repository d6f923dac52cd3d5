import { z } from 'zod';
import { mailedCode } from '../accounts/mailed-code.ts';
import { keysFor } from '../api-keys/kinds.ts';
import { mailAddress } from '../http/mail-address.ts';
import { instant } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';

const requestAnswer = z.object({
  verification_required: z.literal(true),
  session_id: z.string(),
  message: z.string(),
  expires_at: instant,
});

const verifyRequest = z.object({
  ...mailedCode,
  organization_id: z.guid().toLowerCase().nullish().meta({
    description: 'One of `organizations`; needed where there are several that are no invitation.',
  }),
});

const choice = 'Null while an organization must be chosen: repeat the request with its id.';

const verifyAnswer = z.object({
  api_key: z.string().nullable().meta({ description: choice }),
  expires_at: instant.nullable(),
  user_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  /** All that the address may sign in to. */
  organizations: z.array(
    z.object({
      id: z.string(),
      /** Null after the organization's data was erased. */
      name: z.string().nullable(),
      /** The person did not come yet, and is a member by choosing it. */
      is_invitation: z.boolean(),
    }),
  ),
});

export const sessionRoutes = [
  {
    name: 'requestSession',
    method: 'POST',
    path: '/v1/sessions',
    role: 'ingest-api',
    keys: 'none',
    body: 'json',
    request: z.object({ email: mailAddress }),
    response: requestAnswer,
    summary: 'Begins to sign a person in and mails a six-digit code.',
    example: examples.requestSession,
    statuses: [200, 400, 409, 413, 415, 429],
  },
  {
    name: 'verifySession',
    method: 'POST',
    path: '/v1/sessions/verify',
    role: 'ingest-api',
    keys: 'none',
    body: 'json',
    request: verifyRequest,
    response: verifyAnswer,
    summary: 'Ends a sign-in with the mailed code and gives a key that expires after 12 hours.',
    example: examples.verifySession,
    statuses: [200, 400, 404, 409, 410, 413, 415, 429],
  },
  {
    name: 'endSession',
    method: 'DELETE',
    path: '/v1/sessions/current',
    role: 'ingest-api',
    keys: keysFor.sessions,
    domain: true,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Ends the session whose key is sent, at once and everywhere.',
    example: examples.endSession,
    statuses: [200],
  },
] as const satisfies readonly Route[];
