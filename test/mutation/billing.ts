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
    name: 'what keys change costs nothing',
    file: 'projections/billing/changed-bytes.ts',
    find: '(row?.bytes ?? 0) + Buffer.byteLength(JSON.stringify(data))',
    replace: '0',
    spec: 'test/security/stored-bytes.test.ts',
    test: 'count by kind, each once however often it is sent',
  },
  {
    name: 'contents in the blob store cost nothing',
    file: 'services/processor/blocks/requests.ts',
    in: 'storedRows',
    find: 'row.bytes + bytes + storedBytes',
    replace: 'row.bytes + bytes',
    spec: 'test/integration/samples-processor.test.ts',
    test: 'counts what a sample stores once a day',
  },
  {
    name: 'requests side by side store more than a plan gives',
    file: 'services/ingest-api/quotas/period-bytes.ts',
    in: 'openPeriodBytes',
    find: 'takenBy(share) + bytes > share.bytesMax',
    replace: 'takenBy(share) > share.bytesMax',
    spec: 'test/unit/quotas.test.ts',
    test: 'is reserved before it is stored',
  },
  {
    name: 'a buyer is sent to a script',
    file: 'schemas/billing/checkout.ts',
    in: 'returnUrlFault',
    find: "protocol !== 'https:' && protocol !== 'http:'",
    replace: "protocol === 'file:'",
    spec: unit,
    test: 'The address that a buyer is sent to is not "javascript:alert(1)"',
  },
];
