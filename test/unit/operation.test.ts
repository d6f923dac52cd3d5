import { equal } from 'node:assert/strict';
import { operationOf } from '../../schemas/operation.ts';

describe('operation', () => {
  const cases: readonly [string, string][] = [
    ['GET /users/42/orders/7', 'GET /users/{id}/orders/{id}'],
    ['GET /users/:id', 'GET /users/:id'],
    ['job 6f1c0b1e-7a3d-4c52-9d7b-0a1b2c3d4e5f', 'job {id}'],
    ['cache deadbeef01 hit', 'cache {id} hit'],
    ['SELECT t1.name FROM t1', 'SELECT t1.name FROM t1'],
    ['POST /v1/traces', 'POST /v1/traces'],
    ['facade decade', 'facade decade'],
    ['', ''],
  ];
  for (const [name, operation] of cases) {
    it(`of '${name}' is '${operation}'`, () => equal(operationOf(name), operation));
  }
});
