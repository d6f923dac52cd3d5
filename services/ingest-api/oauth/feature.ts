import { grantTokens } from '../../../projections/oauth/grant-tokens.ts';
import { grants } from '../../../projections/oauth/grants.ts';
import { erasures } from '../../../projections/organizations/erasures.ts';
import type { IngestShared } from '../shared.ts';
import { allowGrant } from './allow.ts';
import { revokeGrant, revokeToken } from './revoke.ts';
import { issueToken } from './token.ts';

export const oauth = {
  projections: [erasures, grantTokens, grants],
  handlers: (shared: IngestShared) => ({
    allowGrant: allowGrant(shared),
    revokeGrant: revokeGrant(shared),
    issueToken: issueToken(shared),
    revokeToken: revokeToken(shared),
  }),
};
