import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { LastUsed } from '../../../projections/api-keys/last-used.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import {
  type GrantRow,
  grantPrefix,
  grantStatusOf,
  grants,
} from '../../../projections/oauth/grants.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type KeyId, keyId } from '../../../schemas/ids.ts';
import type { GrantBody } from '../../../schemas/oauth/grant-routes.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';

type Dependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly lastUsed: LastUsed;
  readonly clock: () => number;
};

/** GET /v1/me/grants: also those that ended, the newest first. */
export const listGrants =
  ({ projections, lastUsed, clock }: Dependencies): Handler<'listGrants'> =>
  async ({ key: { organizationId, userId }, signal, ...request }) => {
    if (userId === undefined) throw new Error('expected the key of a session');
    const asked = { asOfMs: asOfMs(request), signal };
    const state = await projections.state(asked);
    const uses = await lastUsed(organizationId, asked);
    const atMs = asked.asOfMs ?? clock();
    const { items, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query: request.query,
      projection: grants,
      prefix: grantPrefix(organizationId, userId),
      max: oauthLimits.grantsListedMax,
      order: row => -row.allowedAtMs,
      change: row => grantBody(row, atMs, uses),
    });
    const body = { grants: items, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listGrants'>>(body) };
  };

/** Uses are counted by the key that a token is, whose id is that of the grant. */
function grantBody(row: GrantRow, atMs: number, uses: ReadonlyMap<KeyId, number>): GrantBody {
  const { grantId, clientName, redirectUri, scope, allowedAtMs, endsAtMs, revokedAtMs } = row;
  const usedAtMs = uses.get(keyId(grantId));
  return {
    id: grantId,
    client_name: clientName,
    redirect_host: new URL(redirectUri).host,
    scope,
    status: grantStatusOf(row, atMs),
    created_at: new Date(allowedAtMs).toISOString(),
    last_used_at: usedAtMs === undefined ? null : new Date(usedAtMs).toISOString(),
    expires_at: new Date(endsAtMs).toISOString(),
    revoked_at: revokedAtMs === undefined ? null : new Date(revokedAtMs).toISOString(),
  };
}
