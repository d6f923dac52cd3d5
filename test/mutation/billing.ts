import type { Mutant } from './mutant.ts';

const unit = 'test/unit/checkout.test.ts';

/** In what a payment changes. */
export const billing: readonly Mutant[] = [
  {
    name: 'a checkout is paid again each time',
    in: 'completeCheckout',
    find: 'if (found.isCompleted) return accept();',
    replace: '',
    spec: unit,
    test: 'A checkout changes the plan when it is completed, once',
  },
  {
    name: 'a checkout can be paid at its end',
    in: 'completeCheckout',
    find: 'atMs >= checkout.expiresAtMs',
    replace: 'atMs > checkout.expiresAtMs',
    spec: unit,
    test: 'A checkout expires, and is of one organization',
  },
  {
    name: 'a checkout changes the plan of another organization',
    in: 'completeCheckout',
    find: 'found?.checkout.organizationId !== organizationId',
    replace: 'found === undefined',
    spec: unit,
    test: 'A checkout expires, and is of one organization',
  },
  {
    name: 'a larger plan leaves an organization stopped',
    in: 'changing',
    find: 'isReached && isLarger({ traceLimit, bytesLimit }, limits)',
    replace: 'false',
    spec: unit,
    test: 'A checkout ends the stop of its month when the plan is larger, and no other',
  },
  {
    name: 'the decider keeps the limits of the plan before',
    in: 'evolveSubscription',
    find: '{ ...state, limits: { traceLimit, bytesLimit } }',
    replace: 'state',
    spec: unit,
    test: 'Plans that are bought are those of a naive model',
  },
  {
    name: 'what keys change costs nothing',
    find: '(row?.bytes ?? 0) + Buffer.byteLength(JSON.stringify(data))',
    replace: '0',
    spec: 'test/unit/changed-bytes.test.ts',
    test: 'are the sum of what the events of keys say',
  },
  {
    name: 'contents in the blob store cost nothing',
    in: 'storedRows',
    find: 'row.bytes + bytes + storedBytes',
    replace: 'row.bytes + bytes',
    spec: 'test/integration/samples-processor.test.ts',
    test: 'counts what a sample stores once a day',
  },
  {
    name: 'requests side by side store more than a plan gives',
    in: 'openPeriodBytes',
    find: 'takenBy(share) + bytes > share.bytesMax',
    replace: 'takenBy(share) > share.bytesMax',
    spec: 'test/unit/quotas.test.ts',
    test: 'is reserved before it is stored',
  },
  {
    name: 'a buyer is sent to a script',
    in: 'webUrlFault',
    find: '!whole.test(text)',
    replace: 'false',
    spec: unit,
    test: 'The address that a buyer is sent to is not "ftp://shop.example/"',
  },
  {
    name: 'a URL may have port 0',
    in: 'webUrlFault',
    find: "port === '0'",
    replace: 'false',
    spec: 'test/unit/web-url.test.ts',
    test: 'A URL that a user gives is not "https://example.com:0/"',
  },
  {
    name: 'a host may have semicolons and quotes',
    in: 'webUrlFault',
    find: 'plainHost.test(hostname)',
    replace: 'true',
    spec: 'test/unit/web-url.test.ts',
    test: 'does not name a host that an earlier release stored and that would add to it',
  },
];
