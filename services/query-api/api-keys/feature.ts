import { openLastUsed } from '../../../projections/api-keys/last-used.ts';
import { organizationKeys } from '../../../projections/api-keys/organization-keys.ts';
import type { QueryShared } from '../shared.ts';
import { getApiKey, listApiKeys } from './keys.ts';

export const apiKeyReads = {
  projections: [organizationKeys],
  handlers: (shared: QueryShared) => {
    const reads = { ...shared, lastUsed: openLastUsed(shared) };
    return { listApiKeys: listApiKeys(reads), getApiKey: getApiKey(reads) };
  },
};
