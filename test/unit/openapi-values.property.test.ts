import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { z } from 'zod';
import { openApiDocument } from '../../platform/http/documents/openapi.ts';
import { features } from '../../schemas/features.ts';
import type { Route } from '../../schemas/http/route.ts';
import { type Described, describedValues } from '../support/described-values.ts';
import { holds, partOf } from '../support/property.ts';

const { paths } = openApiDocument({ areas: features, version: '1', url: 'http://x' });

type Parameter = { readonly name: string; readonly required: boolean; readonly schema: Described };

const operationOf = ({ name }: Route) =>
  Object(
    Object.values(paths)
      .flatMap(methods => Object.values(methods))
      .find(({ operationId }) => operationId === name),
  );

const parametersOf = (route: Route, place: 'path' | 'query'): readonly Parameter[] =>
  operationOf(route).parameters.filter((each: { readonly in: string }) => each.in === place);

const bodyOf = (route: Route) => operationOf(route).requestBody;

const routesOf = (features as readonly { readonly routes: readonly Route[] }[]).flatMap(
  ({ routes }) => routes,
);

type Texts = { readonly [name: string]: string | Texts };

/** As a client writes them into a URL; the properties of an object are parameters of their own. */
const asText = (values: object): Texts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? asText(value) : String(value),
    ]),
  );

const objectOf = (parameters: readonly Parameter[], description?: string): Described => ({
  type: 'object',
  description,
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** Whether the document says, in words, what its keywords cannot. */
function isExplained(schema: Described, path: readonly PropertyKey[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined && typeof schema.description === 'string') return true;
  const branches = [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [])];
  return branches.some(branch => {
    if (branch !== schema && isExplained(branch, path)) return true;
    const next = typeof step === 'number' ? branch.items : branch.properties?.[String(step)];
    const inner = next ?? branch.additionalProperties;
    return step !== undefined && typeof inner === 'object' && isExplained(inner, rest);
  });
}

function assertAccepted(parser: z.ZodType, described: Described, value: unknown): void {
  const parsed = parser.safeParse(value);
  for (const { path, message } of parsed.error?.issues ?? []) {
    assert.ok(
      isExplained(described, path),
      `${path.map(String).join('.')}: ${message}, though ${JSON.stringify(value).slice(0, 500)} is described`,
    );
  }
}

describe('what the OpenAPI document describes', () => {
  for (const route of routesOf) {
    for (const place of ['path', 'query'] as const) {
      const parser = place === 'path' ? route.params : route.query;
      if (parser === undefined) continue;
      const described = objectOf(parametersOf(route, place), operationOf(route).description);
      it(`is accepted in the ${place} of ${route.name}`, () =>
        holds(
          fc.property(describedValues(described), values =>
            assertAccepted(parser, described, asText(Object(values))),
          ),
          partOf(500),
        ));
    }
    const { request } = route;
    if (request === undefined || !route.body.startsWith('json')) continue;
    it(`is accepted as the body of ${route.name}`, () => {
      const { required, content } = bodyOf(route);
      const described: Described = content['application/json'].schema;
      if (!required) assert.ok(request.safeParse(undefined).success, 'no body');
      return holds(
        fc.property(describedValues(described), value => assertAccepted(request, described, value)),
        partOf(500),
      );
    });
  }

  it('is required exactly where a request without it is refused', () => {
    for (const route of routesOf) {
      const refused = new Set(
        route.query?.safeParse({}).error?.issues.map(({ path: [name] }) => name),
      );
      for (const { name, required } of parametersOf(route, 'query'))
        assert.equal(required, refused.has(name), `${name} of ${route.name}`);
      if (route.request === undefined || route.body === 'multipart') continue;
      const needed = !route.request.safeParse(undefined).success;
      assert.equal(bodyOf(route).required, needed, `body of ${route.name}`);
    }
  });
});
