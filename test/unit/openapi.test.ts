import assert from 'node:assert/strict';
import { z } from 'zod';
import { openApiDocument } from '../../platform/http/documents/openapi.ts';
import { features } from '../../schemas/features.ts';
import type { Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';

describe('the OpenAPI document', () => {
  const document = openApiDocument({
    areas: features,
    version: '1.2.3',
    url: 'http://localhost:4318',
  });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  it('is OpenAPI 3.1 with version and address', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.info.version, '1.2.3');
    assert.deepEqual(document.servers, [{ url: 'http://localhost:4318' }]);
  });

  it('has every route once, under its own name', () => {
    assert.deepEqual(
      operations.map(({ operation }) => operation.operationId).sort(),
      routes.map(({ name }) => name).sort(),
    );
    assert.equal(new Set(routes.map(({ name }) => name)).size, routes.length);
  });

  it('declares every parameter of every path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const declared = Array.from(Object(operation.parameters))
        .map(parameter => Object(parameter))
        .filter(parameter => parameter.in === 'path' && parameter.required === true)
        .map(parameter => parameter.name);
      assert.deepEqual(declared, inPath, path);
      assert.doesNotMatch(path, /[:*]/u);
    }
  });

  it('resolves every reference within itself', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/gu)];
    assert.ok(references.length > 0);
    for (const [, reference = ''] of references) {
      const steps = reference.replace('#/', '').split('/');
      const target = steps.reduce<unknown>((value, step) => Object(value)[step], document);
      assert.ok(target, reference);
    }
  });

  it('says of every route that can be asked for the past that the past may be forgotten', () => {
    const asked = (routes as readonly Route[]).filter(
      ({ query }) => 'as_of' in (query?.shape ?? {}),
    );
    assert.ok(asked.length > 30);
    for (const { name, statuses } of asked) assert.ok(statuses.includes(410), name);
  });

  it('asks for a key exactly where the table does', () => {
    for (const route of routes) {
      const found = operations.find(({ operation }) => operation.operationId === route.name);
      const needsNone = Array.from(Object(found?.operation.security)).length === 0;
      assert.equal(needsNone, route.keys === 'none', route.name);
    }
  });

  it('gives every operation one sentence and its success', () => {
    for (const { operation } of operations) {
      const route = routes.find(({ name }) => name === operation.operationId);
      assert.match(String(operation.summary), /^[A-Z].*\.$/u);
      assert.ok(Object.hasOwn(Object(operation.responses), String(route?.statuses[0])));
    }
  });

  it('describes numbers of a query as numbers', () => {
    const { parameters } = Object(document.paths['/v1/traces']?.get);
    const limit = Array.from(parameters, Object).find(
      parameter => Object(parameter).name === 'limit',
    );
    const { schema } = Object(limit);
    assert.equal(schema.type, 'integer');
    assert.equal(schema.pattern, undefined);
    // A bound would promise a refusal, and what is beyond is cut.
    assert.equal(schema.maximum, undefined);
    assert.match(schema.description, /^20 when absent\. .* above 200 as 200\.$/u);
  });

  it('describes flags of a query as flags', () => {
    const { parameters } = Object(document.paths['/v1/traces']?.get);
    const flag = Array.from(parameters, Object).find(({ name }) => name === 'has_error');
    assert.deepEqual(flag.schema, { type: 'boolean' });
  });

  it('names every content type that a client may get', () => {
    const typesOf = (path: string, method: string, status: number): string[] =>
      Object.keys(Object(document.paths[path]?.[method]?.responses)[status]?.content ?? {});
    assert.deepEqual(typesOf('/v1/copilot/ask', 'post', 200).sort(), [
      'application/json',
      'text/event-stream',
    ]);
    assert.deepEqual(typesOf('/mcp', 'post', 400), [
      'application/problem+json',
      'application/json',
    ]);
    assert.deepEqual(typesOf('/mcp', 'post', 202), []);
    assert.ok(typesOf('/billing/checkout/{session}', 'get', 404).includes('text/html'));
    assert.ok(typesOf('/v1/traces', 'post', 200).includes('application/x-protobuf'));
    assert.deepEqual(typesOf('/v1/audit', 'get', 200), ['application/json', 'text/csv']);
  });

  it('groups the routes by area', () => {
    const areas = new Set(operations.map(({ operation }) => Array.from(Object(operation.tags))[0]));
    for (const area of ['Registration', 'Traces', 'Metrics', 'Services', 'Billing', 'Operators'])
      assert.ok(areas.has(area), area);
  });

  it('describes every success of a route, and every refusal as a problem', () => {
    const route = {
      name: 'one',
      method: 'PUT',
      path: '/v1/things/:id',
      role: 'query-api',
      keys: ['live'],
      body: 'json',
      request: z.object({ a: z.int() }),
      response: z.object({ b: z.int() }),
      params: z.object({ id: z.string() }),
      summary: 'Changes it.',
      statuses: [200, 201, 409],
      example: { request: { a: 1 }, response: { b: 2 } },
    } as const satisfies Route;
    const areas = [{ area: 'Things', routes: [route] }];
    const { paths } = openApiDocument({ areas, version: '1', url: 'http://x' });
    const { responses, requestBody } = Object(paths['/v1/things/{id}']?.put);
    for (const status of [200, 201])
      assert.deepEqual(responses[status].content['application/json'].example, { b: 2 });
    assert.match(responses[409].$ref, /Problem$/);
    assert.deepEqual(requestBody.content['application/json'].example, { a: 1 });
  });

  it('has an example of every JSON body that clients send or get, which its schema accepts', () => {
    const described = (routes as readonly Route[]).filter(
      ({ role, contentType }) => role !== 'probe' && contentType === undefined,
    );
    for (const { name, body, request, response, example = {} } of described) {
      if (body === 'json') {
        assert.ok(example.request !== undefined, `${name}: no example of a request`);
        request?.parse(example.request);
      }
      if (response === undefined) continue;
      assert.ok(example.response !== undefined, `${name}: no example of a response`);
      assert.deepEqual(response.parse(example.response), example.response, name);
    }
  });
});
