import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { apiKeyBody } from '../../../projections/api-keys/api-key-body.ts';
import type { LastUsed } from '../../../projections/api-keys/last-used.ts';
import {
  organizationKey,
  organizationKeyPrefix,
  organizationKeys,
} from '../../../projections/api-keys/organization-keys.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { keyId } from '../../../schemas/ids.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';

type Dependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly lastUsed: LastUsed;
  readonly clock: () => number;
};

/** GET /v1/api-keys: also those that ended, the newest first. */
export const listApiKeys =
  ({ projections, lastUsed, clock }: Dependencies): Handler<'listApiKeys'> =>
  async ({ key: { organizationId }, signal, ...request }) => {
    const asked = { asOfMs: asOfMs(request), signal };
    const state = await projections.state(asked);
    const uses = await lastUsed(organizationId, asked);
    const atMs = asked.asOfMs ?? clock();
    const { items, ...list } = await listOf({
      organizationId,
      signal,
      state,
      query: request.query,
      projection: organizationKeys,
      prefix: organizationKeyPrefix(organizationId),
      max: keysReadMax,
      order: row => -row.issuedAtMs,
      change: row => apiKeyBody(row, { atMs, lastUsedAtMs: uses.get(row.keyId) }),
    });
    const body = { api_keys: items, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listApiKeys'>>(body) };
  };

/** GET /v1/api-keys/:id. */
export const getApiKey =
  ({ projections, lastUsed, clock }: Dependencies): Handler<'getApiKey'> =>
  async ({ key: { organizationId }, params, signal, ...request }) => {
    const asked = { asOfMs: asOfMs(request), signal };
    const state = await projections.state(asked);
    const id = keyId(params.id);
    const row = state.get(organizationKeys, organizationKey(organizationId, id));
    if (row === undefined)
      throw notFound(`there is no API key '${id.slice(0, idCharactersShown)}'`);
    const uses = await lastUsed(organizationId, { ...asked, id });
    const atMs = asked.asOfMs ?? clock();
    return { status: 200, body: apiKeyBody(row, { atMs, lastUsedAtMs: uses.get(id) }) };
  };

const idCharactersShown = 200;
/** Ended keys stay: more than an organization makes in years. */
const keysReadMax = 20_000;
