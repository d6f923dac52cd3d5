import type { Mutant } from './mutant.ts';

/** In requests to targets that users choose. */
export const outbound: readonly Mutant[] = [
  {
    name: 'a name with one public address may have a private one too',
    in: 'guardedLookup',
    find: 'addresses.find(({ address }) => !policy(address).isAllowed)',
    replace: 'addresses.slice(0, 1).find(({ address }) => !policy(address).isAllowed)',
    spec: 'test/security/outbound.test.ts',
    test: 'reach no private address behind a name, nor one among public ones',
  },
  {
    name: 'a literal address is not checked before the connection',
    in: 'parsedUrl',
    find: 'isIP(host) !== 0 && ',
    replace: 'isIP(host) > 6 && ',
    spec: 'test/security/outbound.test.ts',
    test: 'reach no private literal address, however it is written',
  },
  {
    name: 'an organization may resolve as many names at once as all together',
    in: 'openOutbound',
    find: 'ownMax: ownLookupsAtOnceMax',
    replace: 'ownMax: lookupsAtOnceMax',
    spec: 'test/floods/outbound-fairness.test.ts',
    test: 'are resolved for one organization while name servers of another never answer',
  },
  {
    name: 'organizations share the connections to an origin',
    in: 'openOutbound',
    find: 'own.use(organizationId,',
    replace: "own.use('all',",
    spec: 'test/floods/outbound-fairness.test.ts',
    test: 'are not taken by another organization whose requests to the same origin are never answered',
  },
  {
    name: 'a turn that ends is not given on',
    in: 'openTurns',
    find: 'queue.ended(owner);\n    next();',
    replace: 'queue.ended(owner);',
    spec: 'test/unit/turns.test.ts',
    test: 'go to the owner with the fewest under way when one is free',
  },
  {
    name: 'what a server compressed is read to its end',
    in: 'upTo',
    find: 'if (sent.isCut) return;',
    replace: '',
    spec: 'test/security/outbound.test.ts',
    test: 'read what the server compressed, and as far only as they read other bodies',
  },
];
