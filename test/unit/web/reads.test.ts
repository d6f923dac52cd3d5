import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { unfitNames } from '../../../schemas/unfit-names.ts';
import { type ActName, acts, methodOf } from '../../../services/web/data/acts.ts';
import { placeOf, type ReadName, reads } from '../../../services/web/data/reads.ts';
import { unfitNames as unfitInWeb } from '../../../services/web/unfit-names.ts';

const names = Object.keys(reads) as ReadName[];
const routeOf = (name: ReadName | ActName): Route | undefined =>
  routes.find(route => route.name === name);

describe('what the pages read', () => {
  it('are routes, by their names and paths', () => {
    for (const name of names) equal(reads[name].path, routeOf(name)?.path, name);
  });

  it('is asked as of an instant wherever a route knows one', () => {
    for (const name of names) {
      const knows = 'as_of' in (routeOf(name)?.query?.shape ?? {});
      equal(reads[name].past !== 'timeless', knows, name);
    }
  });

  it('tells telemetry, which may be looked at with what came late, from state', () => {
    for (const name of names) {
      const isState = routeOf(name)?.domain === true;
      ok(!(isState && reads[name].past === 'known'), `${name} is state`);
      ok(isState || reads[name].past !== 'state', `${name} is telemetry`);
    }
  });

  it('may have parameters of any text in its path', () => {
    const { path } = placeOf('serviceDetail', { name: 'a/b %' });
    equal(path, '/v1/services/a%2Fb%20%25/detail');
    const span = placeOf('getTraceSpan', { id: '0af7', span_id: 'b7ad' });
    equal(span.path, '/v1/traces/0af7/spans/b7ad');
  });

  it('names in its query what a browser takes out of a path', () => {
    deepEqual(unfitInWeb, unfitNames);
    for (const name of unfitNames)
      deepEqual(placeOf('serviceDetail', { name }), {
        path: '/v1/services/-/detail',
        query: { name },
      });
  });
});

describe('what the pages change', () => {
  it('are routes that change something, by their names and paths', () => {
    for (const name of Object.keys(acts) as ActName[]) {
      const { method, path, keys } = routeOf(name) ?? {};
      equal(acts[name].path, path, name);
      equal(method, methodOf(name), name);
      equal(keys?.includes('read'), false, name);
    }
  });
});
