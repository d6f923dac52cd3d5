import { z } from 'zod';
import {
  asOfQuery,
  cursorQuery,
  instant,
  limited,
  nextCursor,
  optionalNullable,
  serviceName,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { sentInstant } from '../http/sent-instant.ts';
import { filled, line } from '../http/text.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { examples } from './examples.ts';
import { keyKinds, keysFor } from './kinds.ts';
import { isOriginPattern } from './origins.ts';

export const apiKeyLimits = {
  nameCharactersMax: 200,
  originsMax: 100,
  originCharactersMax: 300,
  servicesMax: 100,
  ratePerMinuteMax: 1_000_000,
  overlapHoursMax: 30 * 24,
  overlapHoursPreset: 24,
  listedMax: 1_000_000,
} as const;

const name = filled(line(apiKeyLimits.nameCharactersMax).min(1));

const origin = z
  .string()
  .max(apiKeyLimits.originCharactersMax)
  .refine(
    isOriginPattern,
    'expected an origin like https://shop.example.com or https://*.example.com',
  )
  .meta({ description: 'An exact origin, or `https://*.example.com` for every subdomain.' });

const restrictions = {
  allowed_origins: z.array(origin).max(apiKeyLimits.originsMax),
  services: z.array(serviceName).min(1).max(apiKeyLimits.servicesMax),
  rate_per_minute: z.int().min(1).max(apiKeyLimits.ratePerMinuteMax),
  allow_no_origin: z.boolean(),
};

/** Strict: a restriction whose name is misspelt would leave a key that may do everything. */
const createRequest = z.strictObject({
  name,
  kind: z.enum(keyKinds),
  allowed_origins: optionalNullable(restrictions.allowed_origins),
  services: optionalNullable(restrictions.services),
  rate_per_minute: optionalNullable(restrictions.rate_per_minute),
  allow_no_origin: optionalNullable(restrictions.allow_no_origin),
  expires_at: optionalNullable(sentInstant),
});

/** `null` takes a restriction away. */
const changeRequest = z.strictObject({
  name: name.optional(),
  allowed_origins: restrictions.allowed_origins.nullable().optional(),
  services: restrictions.services.nullable().optional(),
  rate_per_minute: restrictions.rate_per_minute.nullable().optional(),
  allow_no_origin: restrictions.allow_no_origin.nullable().optional(),
});

const rotateRequest = z
  .strictObject({
    overlap_hours: z
      .number()
      .min(0)
      .max(apiKeyLimits.overlapHoursMax)
      .nullish()
      .transform(hours => hours ?? apiKeyLimits.overlapHoursPreset),
  })
  .prefault({})
  .meta({ description: 'How long the old key still works; 24 hours when absent.' });

const apiKey = z.object({
  id: z.string(),
  name: z.string().meta({ description: "'' for keys that were issued for a code" }),
  kind: z.enum(keyKinds),
  hint: z.string().meta({ description: 'The last four characters of the key.' }),
  status: z.enum(['active', 'expired', 'revoked']),
  allowed_origins: z.array(z.string()).nullable(),
  allow_no_origin: z.boolean(),
  services: z.array(z.string()).nullable(),
  rate_per_minute: z.int().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  last_used_at: instant.nullable().meta({ description: 'To the minute; null when never used.' }),
  revoked_at: instant.nullable(),
  rotated_to: z.string().nullable(),
  rotated_from: z.string().nullable(),
});

export type ApiKeyBody = z.infer<typeof apiKey>;

/** What users set of a key. */
export const apiKeySettings = apiKey.pick({
  name: true,
  allowed_origins: true,
  allow_no_origin: true,
  services: true,
  rate_per_minute: true,
});

const issuedKey = apiKey.extend({ key: z.string() });
const byId = z.object({ id: z.string() });
const versioned = { path: '/v1/api-keys/:id', a: 'an API key' } as const;
const listLimit = { maximum: apiKeyLimits.listedMax, preset: apiKeyLimits.listedMax };

export const managementRoutes = [
  {
    name: 'createApiKey',
    method: 'POST',
    path: '/v1/api-keys',
    role: 'ingest-api',
    keys: keysFor.owning,
    domain: true,
    body: 'json',
    request: createRequest,
    response: issuedKey,
    summary: 'Creates an API key and gives its text, once.',
    example: examples.createApiKey,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    name: 'listApiKeys',
    method: 'GET',
    path: '/v1/api-keys',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    query: z.object({ ...asOfQuery, ...limited(listLimit), ...cursorQuery }),
    response: z.object({ api_keys: z.array(apiKey), total: z.int(), next_cursor: nextCursor }),
    summary: 'Lists the API keys of the organization without their texts, the newest first.',
    example: examples.listApiKeys,
    statuses: [200, 400, 410],
  },
  {
    name: 'getApiKey',
    method: 'GET',
    path: '/v1/api-keys/:id',
    role: 'query-api',
    keys: keysFor.reading,
    domain: true,
    body: 'none',
    params: byId,
    query: z.object(asOfQuery),
    response: apiKey,
    summary: 'Gives one API key without its text.',
    example: examples.getApiKey,
    statuses: [200, 400, 404, 410],
  },
  {
    name: 'changeApiKey',
    method: 'PATCH',
    path: '/v1/api-keys/:id',
    role: 'ingest-api',
    keys: keysFor.owning,
    domain: true,
    body: 'json',
    params: byId,
    request: changeRequest,
    response: apiKey,
    summary:
      'Changes the name, origins, services or rate of an API key; null removes a restriction.',
    example: examples.changeApiKey,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    name: 'rotateApiKey',
    method: 'POST',
    path: '/v1/api-keys/:id/rotate',
    role: 'ingest-api',
    keys: keysFor.owning,
    domain: true,
    body: 'json',
    params: byId,
    request: rotateRequest,
    response: issuedKey,
    summary:
      'Creates the successor of an API key and gives its text, once; the old key ends after the overlap.',
    example: examples.rotateApiKey,
    statuses: [201, 400, 404, 409, 413, 415],
  },
  {
    name: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/api-keys/:id',
    role: 'ingest-api',
    keys: keysFor.owning,
    domain: true,
    body: 'none',
    params: byId,
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Revokes an API key at once, for ever.',
    example: examples.revokeApiKey,
    statuses: [200, 404],
  },
  versionsRoute('listApiKeyVersions', {
    ...versioned,
    settings: apiKeySettings,
    example: examples.createApiKey.response,
  }),
  {
    ...restoreRoute('restoreApiKey', {
      ...versioned,
      response: apiKey,
      example: examples.changeApiKey.response,
    }),
    keys: keysFor.owning,
  },
] as const satisfies readonly Route[];
