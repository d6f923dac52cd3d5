import { z } from 'zod';
import { problem } from '../../../schemas/http/problem.ts';
import type { Route } from '../../../schemas/http/route.ts';
import type { Json } from '../../../schemas/json.ts';
import { nameParameter, takesNameInQuery } from '../name-in-query.ts';
import { rateHeaders, rateHeadersOf } from './openapi-rates.ts';

export type OpenApiOptions = {
  /** Each with the heading of its routes. */
  readonly areas: readonly { readonly area: string; readonly routes: readonly Route[] }[];
  readonly version: string;
  readonly url: string;
  /** What is sent to webhooks, by type of event. */
  readonly webhooks?: Readonly<Record<string, z.ZodType>>;
};

type JsonObject = { readonly [key: string]: Json };

export type OpenApiDocument = JsonObject & {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: JsonObject } };
};

/** The route table as an OpenAPI 3.1 document. */
export function openApiDocument({
  areas,
  version,
  url,
  webhooks = {},
}: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { area, routes } of areas) {
    for (const route of routes) {
      const path = openApiPath(route.path);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(area, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version,
      description: 'OpenTelemetry in; latency, errors and traces out.',
    },
    servers: [{ url }],
    tags: areas.filter(({ routes }) => routes.length > 0).map(({ area }) => ({ name: area })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhooks).map(([name, schema]) => [
        name,
        { post: webhookOperation(name, schema) },
      ]),
    ),
    components: {
      headers: rateHeaders,
      schemas: { Problem: jsonSchema(problem, 'output') },
      responses: { Problem: refusal({}) },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        apiKeyInQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
        operator: { type: 'http', scheme: 'bearer', description: 'TIDEMARK_ADMIN_TOKEN' },
      },
    },
  };
}

function webhookOperation(name: string, schema: z.ZodType): JsonObject {
  return {
    operationId: name,
    summary: `The event ${name}, signed with the secret of the webhook.`,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(schema, 'output') } },
    },
    responses: { '2XX': { description: 'The delivery succeeded.' } },
  };
}

function operation(area: string, route: Route): JsonObject {
  return {
    operationId: route.name,
    tags: [area],
    summary: route.summary,
    ...described(route.query),
    parameters: [
      ...parameters(route.params, 'path'),
      ...(takesNameInQuery(route.path) ? [nameParameter] : []),
      ...parameters(route.query, 'query'),
    ],
    ...(route.body !== 'none' && { requestBody: requestBody(route) }),
    responses: responses(route),
    security: security(route),
  };
}

/** A rule about several parameters has no other place. */
function described(query: z.ZodType | undefined): JsonObject {
  const description = query?.meta()?.description;
  return description === undefined ? {} : { description };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly JsonObject[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || listOf(required).includes(name),
    ...(name.endsWith('.') ? begunWith(name, property) : { schema: property }),
  }));
}

/** All parameters that begin so: those of a form are the properties of an object. */
const begunWith = (name: string, property: Json | undefined): JsonObject => ({
  style: 'form',
  explode: true,
  schema: {
    ...(property as JsonObject),
    propertyNames: { type: 'string', pattern: `^${name.replace('.', '[.]')}[a-z]+!?$` },
    additionalProperties: { type: 'string' },
  },
});

function requestBody(route: Route): JsonObject {
  if (route.body === 'gzip') {
    const schema = { type: 'string', contentEncoding: 'binary' };
    return { required: true, content: { 'application/octet-stream': { schema } } };
  }
  if (route.body === 'otlp') {
    return {
      required: true,
      content: {
        'application/json': { schema: { type: 'object', description: 'OTLP as JSON' } },
        'application/x-protobuf': { schema: { type: 'string', contentEncoding: 'binary' } },
      },
    };
  }
  const schema = route.request === undefined ? {} : jsonSchema(route.request, 'input');
  if (route.body === 'multipart')
    return {
      required: true,
      content: { 'multipart/form-data': { schema }, ...fileContent(route) },
    };
  const example = route.example?.request;
  const type = route.body === 'form' ? 'application/x-www-form-urlencoded' : jsonType;
  return {
    required: route.request?.safeParse(undefined).success === false,
    content: { [type]: { schema, ...(example !== undefined && { example }) } },
  };
}

const fileContent = ({ fileType }: Route): JsonObject =>
  fileType === undefined
    ? {}
    : { [fileType]: { schema: { type: 'string', contentEncoding: 'binary' } } };

function responses(route: Route): JsonObject {
  const own = route.statuses.filter(isSuccess).map(status => [status, success(route, status)]);
  const refused = new Set([
    ...route.statuses.filter(status => !isSuccess(status)),
    ...refusedEverywhere(route),
  ]);
  const plain = reference('responses', 'Problem');
  const isPlain = route.refusalType === undefined;
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(
      [...refused].sort().map(status => [status, isPlain ? plain : refusal(route)]),
    ),
  };
}

const isSuccess = (status: number): boolean => status < 400;

const refusal = ({ refusalType }: Pick<Route, 'refusalType'>): JsonObject => ({
  description: 'The request was refused; `error` says why.',
  content: {
    'application/problem+json': { schema: reference('schemas', 'Problem') },
    ...(refusalType !== undefined && { [mediaType(refusalType)]: { schema: {} } }),
  },
});

const notModified = 304;

function success(route: Route, status: number): JsonObject {
  if (status === notModified) return { description: 'The client has it already.' };
  const { contentType = jsonType, otherTypes = [], csv, bodiless = [] } = route;
  const lists = csv === undefined ? [] : ['text/csv'];
  const types = bodiless.includes(status) ? [] : [contentType, ...otherTypes, ...lists];
  return {
    description: status === 201 ? 'Created.' : 'Done.',
    ...rateHeadersOf(route),
    ...(types.length > 0 && {
      content: Object.fromEntries(types.map(type => [mediaType(type), answered(route, type)])),
    }),
  };
}

const jsonType = 'application/json';

const mediaType = (contentType: string): string => contentType.split(';', 1)[0] ?? '';

/** Only of JSON there is more to say than that it is there. */
function answered({ response, example }: Route, type: string): JsonObject {
  // Tools read a stream event by event, and none of these schemas is of one event.
  if (mediaType(type) === 'text/event-stream') return { schema: {} };
  if (mediaType(type) !== jsonType) return { schema: { type: 'string' } };
  return {
    schema: response === undefined ? {} : jsonSchema(response, 'output'),
    ...(example?.response !== undefined && { example: example.response }),
  };
}

/** What a route answers besides what it says of itself. */
export function refusedEverywhere({ keys, role }: Route): readonly number[] {
  if (role === 'probe') return [];
  if (keys === 'none') return [500, 503];
  return [400, 401, 429, 500, 503, ...(keys === 'admin' ? [] : [403])];
}

function security(route: Route): readonly Json[] {
  if (route.keys === 'none') return [];
  if (route.keys === 'admin') return [{ operator: [] }];
  return [
    { apiKey: [] },
    { bearer: [] },
    ...(route.keyInQuery === undefined ? [] : [{ apiKeyInQuery: [] }]),
  ];
}

const openApiPath = (path: string): string => path.replaceAll(/[:*](?<name>\w+)/gu, '{$<name>}');

const reference = (kind: string, name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** How the text in a query is checked says nothing of the number or the flag that it stands for. */
function withoutText(made: z.core.JSONSchema.BaseSchema): void {
  if (made.type === 'integer') delete made.pattern;
  if (made.type === 'boolean') delete made.enum;
}

const tidied = (key: string, value: unknown): unknown =>
  key === '$schema' || key === '~standard' ? undefined : value;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonObject =>
  JSON.parse(
    JSON.stringify(
      z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema: made }) => withoutText(made),
      }),
      tidied,
    ),
  );
