import type { Mutant } from './mutant.ts';

const spec = 'test/security/tenants/tenants.test.ts';
const gets = (route: string): string =>
  `a stranger with every id and name of another organization (one process) gets nothing of it: ${route}`;

/** Routes that leak: what keeps organizations apart is taken out of one place each. */
export const tenants: readonly Mutant[] = [
  {
    name: 'metrics of every organization are listed',
    in: 'selectMetrics',
    find: 'WHERE organization = {organization:UUID}',
    replace: 'WHERE {organization:UUID} = {organization:UUID}',
    spec,
    test: gets('listMetrics'),
  },
  {
    name: 'an API key is read by its id alone',
    in: 'getApiKey',
    find: 'state.get(organizationKeys, organizationKey(organizationId, id))',
    replace:
      "state.list(organizationKeys, { prefix: '', limit: 1000 }).find(({ row }) => row.keyId === id)?.row",
    spec,
    test: gets('getApiKey'),
  },
  {
    name: 'an organization revokes the keys of another',
    in: 'ownKey',
    find: '(asking !== undefined && asking !== key.organizationId)',
    replace: 'false',
    spec,
    test: gets('revokeApiKey'),
  },
  {
    name: 'that a key exists elsewhere shows by the code of the refusal',
    in: 'ownKey',
    find: "reject('api_key_unknown',",
    replace: "reject(key === undefined ? 'api_key_unknown' : 'api_key_already_revoked',",
    spec: 'test/unit/own-key.test.ts',
    test: 'is to another organization as if it did not exist',
  },
];
