import type { Route } from '../../../schemas/http/route.ts';
import { rateClassOf } from '../key-rates.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of responses under a key whose requests are counted, for the API documents. */
export const rateHeaders = {
  RateLimit: text(
    'What is left of the quota (`r`) and in how many seconds it is whole again (`t`).',
  ),
  'RateLimit-Policy': text('The quota of the key (`q`) for each window of so many seconds (`w`).'),
  'X-RateLimit-Limit': number('The quota of the key.'),
  'X-RateLimit-Remaining': number('What is left of it.'),
  'X-RateLimit-Reset': number('In how many seconds it is whole again.'),
};

/** References to them, for one response of a route. */
export const rateHeadersOf = (route: Route) =>
  rateClassOf(route) === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.keys(rateHeaders).map(name => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      };
