import type { RevocationReason } from '../../../../schemas/oauth/events.ts';
import { grantStream } from '../../../../schemas/oauth/grant-id.ts';
import { accept, type Decision } from '../decision.ts';
import type { Grant } from './grant.ts';

/** Ends a grant with all of its tokens. */
export function revocation({ allowed }: Grant, reason: RevocationReason): Decision {
  const { grantId, organizationId, userId } = allowed;
  return accept({
    stream: grantStream(grantId),
    facts: [{ type: 'GrantRevoked', data: { grantId, organizationId, userId, reason } }],
  });
}
