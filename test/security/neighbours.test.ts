import { deepEqual, ok } from 'node:assert/strict';
import { resources, routesOf, routesWithoutResource } from '../floods/neighbours/resources.ts';

// The attacks themselves compare times, so they have a command of their own: npm run test:floods.
describe('what one organization could take whole', () => {
  it('is known for every route with a key, and each of it is attacked', () => {
    deepEqual(routesWithoutResource(), []);
    for (const resource of resources) ok(routesOf(resource).length > 0, resource);
  });
});
