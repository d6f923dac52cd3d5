import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { mailAddress } from '../http/mail-address.ts';
import { asOfQuery, instant, json, optionalNullable, serviceName } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { mailedCode } from './mailed-code.ts';
import { organizationName } from './organization-name.ts';

export const defaultSource = 'cli';
/** Lower case, as Node gives header names; the body's `source` wins over it. */
export const sourceHeader = 'x-tracekit-source';

const metadataCharactersMax = 16_384;

const sourceMetadata = z
  // PHP writes an empty map as [].
  .preprocess(
    value => (Array.isArray(value) && value.length === 0 ? {} : value),
    z
      .object({ version: z.exactOptional(z.string()), environment: z.exactOptional(z.string()) })
      .catchall(json)
      .refine(
        value => JSON.stringify(value).length <= metadataCharactersMax,
        `expected at most ${metadataCharactersMax} characters of JSON`,
      ),
  )
  .meta({ description: `At most ${metadataCharactersMax} characters of JSON.` });

const registerRequest = z.object({
  email: mailAddress,
  service_name: serviceName,
  name: optionalNullable(z.string().max(200)),
  organization_name: optionalNullable(organizationName),
  source: optionalNullable(z.string().max(100)),
  source_metadata: optionalNullable(sourceMetadata),
});

const registerAnswer = z.object({
  verification_required: z.boolean(),
  session_id: z.string(),
  message: z.string(),
  expires_at: instant,
});

const verifyRequest = z.object(mailedCode);

const verifyAnswer = z.object({
  api_key: z.string(),
  user_id: z.string(),
  organization_id: z.string(),
  service_name: z.string(),
  dashboard_url: z.string(),
});

const statusAnswer = z.object({
  status: z.enum(['active', 'no_integration']),
  integration: z.object({
    service_name: z.string(),
    integration_type: z.string(),
    source: z.string(),
    status: z.string(),
    first_data_at: instant.nullable(),
    last_data_at: instant.nullable(),
  }),
});

export const accountRoutes = [
  {
    name: 'register',
    method: 'POST',
    path: '/v1/integrate/register',
    role: 'ingest-api',
    keys: 'none',
    body: 'json',
    request: registerRequest,
    response: registerAnswer,
    summary: 'Starts the registration of a service and mails a six-digit code.',
    example: examples.register,
    statuses: [200, 400, 409, 413, 415, 429],
  },
  {
    name: 'verify',
    method: 'POST',
    path: '/v1/integrate/verify',
    role: 'ingest-api',
    keys: 'none',
    body: 'json',
    request: verifyRequest,
    response: verifyAnswer,
    summary: 'Ends a registration with the mailed code and gives the API key, once.',
    example: examples.verify,
    statuses: [200, 400, 403, 404, 409, 410, 413, 415, 429],
  },
  {
    name: 'integrationStatus',
    method: 'GET',
    path: '/v1/integrate/status',
    role: 'query-api',
    keys: keysFor.reading,
    perService: true,
    domain: true,
    body: 'none',
    query: z.object(asOfQuery),
    response: statusAnswer,
    summary: "Shows whether data of the key's service has arrived.",
    example: examples.integrationStatus,
    statuses: [200, 400, 410],
  },
] as const satisfies readonly Route[];
