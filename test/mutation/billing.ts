import type { Mutant } from './mutant.ts';

const unit = 'test/unit/checkout.test.ts';
const file = 'services/decider/core/billing/check-out.ts';

/** In what a payment changes. */
export const billing: readonly Mutant[] = [
  {
    name: 'a checkout is paid again each time',
    file,
    in: 'completeCheckout',
    find: 'if (found.isCompleted) return accept();',
    replace: '',
    spec: unit,
    test: 'A checkout changes the plan when it is completed, once',
  },
  {
    name: 'a checkout can be paid at its end',
    file,
    in: 'completeCheckout',
    find: 'atMs >= checkout.expiresAtMs',
    replace: 'atMs > checkout.expiresAtMs',
    spec: unit,
    test: 'A checkout expires, and is of one organization',
  },
  {
    name: 'a checkout changes the plan of another organization',
    file,
    in: 'completeCheckout',
    find: 'found?.checkout.organizationId !== organizationId',
    replace: 'found === undefined',
    spec: unit,
    test: 'A checkout expires, and is of one organization',
  },
  {
    name: 'a larger plan leaves an organization stopped',
    file,
    in: 'changing',
    find: 'isReached && isLarger({ traceLimit, bytesLimit }, limits)',
    replace: 'false',
    spec: unit,
    test: 'A checkout ends the stop of its month when the plan is larger, and no other',
  },
  {
    name: 'the decider keeps the limits of the plan before',
    file: 'services/decider/core/billing/subscription.ts',
    in: 'evolveSubscription',
    find: '{ ...state, limits: { traceLimit, bytesLimit } }',
    replace: 'state',
    spec: unit,
    test: 'Plans that are bought are those of a naive model',
  },
  {
    name: 'a buyer is sent to a script',
    file: 'schemas/http/web-url.ts',
    in: 'webUrlFault',
    find: '!whole.test(text)',
    replace: 'false',
    spec: unit,
    test: 'The address that a buyer is sent to is not "ftp://shop.example/"',
  },
  {
    name: 'a URL may have port 0',
    file: 'schemas/http/web-url.ts',
    in: 'webUrlFault',
    find: "port === '0'",
    replace: 'false',
    spec: 'test/unit/web-url.test.ts',
    test: 'A URL that a user gives is not "https://example.com:0/"',
  },
  {
    name: 'a host may have semicolons and quotes',
    file: 'schemas/http/web-url.ts',
    in: 'webUrlFault',
    find: 'plainHost.test(hostname)',
    replace: 'true',
    spec: 'test/unit/web-url.test.ts',
    test: 'does not name a host that an earlier release stored and that would add to it',
  },
];
