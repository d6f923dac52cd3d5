import { commandIdFor } from '../../../platform/commands/execute.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { type ApiKeyRow, apiKeys } from '../../../projections/api-keys.ts';
import type { Projections } from '../../../projections/run.ts';
import { apiKeyStream, keyId, nilOrganization } from '../../../schemas/ids.ts';
import { accepted, command, idempotencyKeyOf, requestHash } from './command.ts';
import { accountLimits } from './config.ts';
import { rejectionProblem } from './rejection.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `keys list`: every API key without its secret, in the order of issue. */
export const listKeys =
  ({ projections }: { projections: Pick<Projections, 'barrier' | 'list'> }): Handler<'adminKeys'> =>
  async ({ signal }) => {
    await projections.barrier(signal);
    const rows = [...allKeys(projections)].sort((a, b) => a.issuedAtMs - b.issuedAtMs);
    return { status: 200, body: { keys: rows.map(toBody) } };
  };

/** `keys revoke`: answers once this process refuses the key; the others hear of it in a moment. */
export const revokeKey =
  ({
    topicLog,
    projections,
    keyring,
  }: {
    topicLog: TopicLog;
    projections: Pick<Projections, 'known' | 'outcome'>;
    keyring: Keyring;
  }): Handler<'adminRevokeKey'> =>
  async ({ params: { id }, headers, receivedAtMs, requestId, signal }) => {
    if (!uuidPattern.test(id)) throw unknownKey(id, receivedAtMs);
    const key = keyId(id);
    const envelope = {
      id: commandIdFor(nilOrganization, 'revoke-api-key', idempotencyKeyOf(headers)),
      stream: apiKeyStream(key),
      atMs: receivedAtMs,
      correlationId: requestId,
      actor: 'operator',
      requestHash: await requestHash('revoke-api-key', { id }, keyring),
    };
    const wish = async () => ({ type: 'RevokeApiKey', data: { keyId: key } }) as const;
    const outcome = await command({ envelope, wish, signal }, { topicLog, outcomes: projections });
    accepted(outcome, { receivedAtMs });
    return { status: 200, body: { id, revoked: true } };
  };

function* allKeys(projections: Pick<Projections, 'list'>): Iterable<ApiKeyRow> {
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

const unknownKey = (id: string, nowMs: number) =>
  rejectionProblem({ reason: 'api_key_unknown', message: `there is no API key ${id}` }, nowMs);
