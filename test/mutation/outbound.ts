import type { Mutant } from './mutant.ts';

/** In requests to targets that users choose. */
export const outbound: readonly Mutant[] = [
  {
    name: 'a name with one public address may have a private one too',
    file: 'platform/outbound/guarded-lookup.ts',
    in: 'guardedLookup',
    find: 'addresses.find(({ address }) => !policy(address).isAllowed)',
    replace: 'addresses.slice(0, 1).find(({ address }) => !policy(address).isAllowed)',
    spec: 'test/security/outbound.test.ts',
    test: 'reach no private address behind a name, nor one among public ones',
  },
  {
    name: 'a literal address is not checked before the connection',
    file: 'platform/outbound/request.ts',
    in: 'parsedUrl',
    find: 'isIP(host) !== 0 && ',
    replace: 'isIP(host) > 6 && ',
    spec: 'test/security/outbound.test.ts',
    test: 'reach no private literal address, however it is written',
  },
];
