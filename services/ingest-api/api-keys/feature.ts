import type { IngestShared } from '../shared.ts';
import { listKeys, revokeKey } from './keys.ts';

export const apiKeyManagement = {
  projections: [],
  handlers: (shared: IngestShared) => ({
    adminKeys: listKeys(shared),
    adminRevokeKey: revokeKey(shared),
  }),
};
