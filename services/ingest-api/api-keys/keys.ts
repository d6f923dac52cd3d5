import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { ApiKeyRow } from '../../../projections/api-keys/api-key-row.ts';
import { apiKeys } from '../../../projections/api-keys/api-keys.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { accountLimits } from '../accounts/config.ts';

/** `keys list`: every API key without its secret, in the order of issue. */
export const listKeys =
  ({ projections }: { projections: Pick<Projections, 'state'> }): Handler<'adminKeys'> =>
  async ({ signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const rows = [...allKeys(state)].sort((a, b) => a.issuedAtMs - b.issuedAtMs);
    return { status: 200, body: { keys: rows.map(toBody) } };
  };

function* allKeys(projections: Pick<DomainState, 'list'>): Iterable<ApiKeyRow> {
  const { keysListedMax, keysPageRows } = accountLimits;
  let after = '';
  for (let seen = 0; seen < keysListedMax; seen += keysPageRows) {
    const page = projections.list(apiKeys, { after, limit: keysPageRows });
    for (const { row } of page) yield row;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

const toBody = (row: ApiKeyRow) => ({
  id: row.keyId,
  organization_id: row.organizationId,
  kind: row.kind,
  hint: row.hint,
  service_name: row.serviceName,
  issued_at: new Date(row.issuedAtMs).toISOString(),
  revoked_at: row.revokedAtMs === undefined ? null : new Date(row.revokedAtMs).toISOString(),
});
