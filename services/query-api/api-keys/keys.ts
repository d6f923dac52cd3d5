import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { apiKeyBody } from '../../../projections/api-keys/api-key-body.ts';
import type { ApiKeyRow } from '../../../projections/api-keys/api-key-row.ts';
import type { LastUsed } from '../../../projections/api-keys/last-used.ts';
import {
  keysOf,
  organizationKey,
  organizationKeys,
} from '../../../projections/api-keys/organization-keys.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { keyId } from '../../../schemas/ids.ts';

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
    const rows = [...keysOf(organizationId, state)].sort(newestFirst);
    const uses = await lastUsed(organizationId, asked);
    const atMs = asked.asOfMs ?? clock();
    const found = rows
      .slice(0, request.query.limit)
      .map(row => apiKeyBody(row, { atMs, lastUsedAtMs: uses.get(row.keyId) }));
    return { status: 200, body: { api_keys: found, total: rows.length } };
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

const newestFirst = (left: ApiKeyRow, right: ApiKeyRow): number =>
  right.issuedAtMs - left.issuedAtMs || (left.keyId < right.keyId ? -1 : 1);
