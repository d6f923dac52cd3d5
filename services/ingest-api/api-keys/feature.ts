import { openLastUsed } from '../../../projections/api-keys/last-used.ts';
import { organizationKeys } from '../../../projections/api-keys/organization-keys.ts';
import type { IngestShared } from '../shared.ts';
import { changeApiKey, restoreApiKey } from './change.ts';
import { createApiKey } from './create.ts';
import { listKeys } from './keys.ts';
import { revokeAnyKey, revokeApiKey } from './revoke.ts';
import { rotateApiKey } from './rotate.ts';

export const apiKeyManagement = {
  projections: [organizationKeys],
  handlers: (shared: IngestShared) => ({
    restoreApiKey: restoreApiKey({ ...shared, lastUsed: openLastUsed(shared) }),
    adminKeys: listKeys(shared),
    adminRevokeKey: revokeAnyKey(shared),
    createApiKey: createApiKey(shared),
    changeApiKey: changeApiKey({ ...shared, lastUsed: openLastUsed(shared) }),
    rotateApiKey: rotateApiKey(shared),
    revokeApiKey: revokeApiKey(shared),
  }),
};
