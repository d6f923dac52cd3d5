import { deepEqual } from 'node:assert/strict';
import { takesNameInQuery, withNameOfQuery } from '../../platform/http/name-in-query.ts';
import { routes } from '../../schemas/http/routes.ts';

const path = '/v1/services/*name/detail';

describe('a name in the query', () => {
  it('stands for `-` in the path', () => {
    for (const name of ['.', '..', 'a/b', '-'])
      deepEqual(withNameOfQuery(path, { params: { name: '-' }, query: { name, window: '1h' } }), {
        params: { name },
        query: { window: '1h' },
      });
  });

  it('leaves a service that is named `-`, a name in the path and other routes as they are', () => {
    for (const [of, given] of [
      [path, { params: { name: '-' }, query: { window: '1h' } }],
      [path, { params: { name: 'shop' }, query: { name: '..' } }],
      [path, { params: { name: '-' }, query: { name: ['.', '..'] } }],
      ['/v1/traces/:id', { params: { id: '-' }, query: { name: '..' } }],
    ] as const)
      deepEqual(withNameOfQuery(of, given), given);
  });

  it('is no parameter that such a route has already', () => {
    const own = routes.filter(({ path: each }) => takesNameInQuery(each));
    deepEqual(
      own.filter(route => 'query' in route && 'name' in route.query.shape),
      [],
    );
  });
});
