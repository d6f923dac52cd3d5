import { resourceMetadata, serverMetadata } from '../../../domain/oauth/server.ts';
import { openLastUsed } from '../../../projections/api-keys/last-used.ts';
import { grantTokens } from '../../../projections/oauth/grant-tokens.ts';
import { grants } from '../../../projections/oauth/grants.ts';
import type { QueryShared } from '../shared.ts';
import { getAuthorization } from './authorization.ts';
import { listGrants } from './grants.ts';
import { registerClient } from './register.ts';

export const oauth = {
  projections: [grantTokens, grants],
  handlers: (shared: QueryShared) => ({
    protectedResource: async () => ({ status: 200, body: resourceMetadata(shared.publicUrl()) }),
    authorizationServer: async () => ({ status: 200, body: serverMetadata(shared.publicUrl()) }),
    registerClient: registerClient(shared),
    getAuthorization: getAuthorization(shared),
    listGrants: listGrants({ ...shared, lastUsed: openLastUsed(shared) }),
  }),
};
