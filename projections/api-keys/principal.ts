import type { Principal } from '../../platform/http/handler.ts';
import { keyId } from '../../schemas/ids.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import { type ApiKeyRow, endOf, statusOf } from './api-key-row.ts';

/** What an API key may do; undefined for one that is revoked or has ended. */
export function principalOfKey(row: ApiKeyRow, atMs: number): Principal | undefined {
  if (statusOf(row, atMs) !== 'active') return undefined;
  const { keyId: id, organizationId, kind, restrictions = {} } = row;
  const endsAtMs = endOf(row);
  return {
    keyId: id,
    organizationId,
    kind,
    serviceName: serviceOf(row),
    ...(endsAtMs !== undefined && { endsAtMs }),
    ...restrictions,
  };
}

/** A key that may use some services only is not of another one. */
function serviceOf({ serviceName, restrictions }: ApiKeyRow): string {
  const { services = [] } = restrictions ?? {};
  const [first = serviceName] = services;
  return services.includes(serviceName) ? serviceName : first;
}

/** The same for the key of a session, whose id is that of the session. */
export function principalOfSession(row: SessionRow, atMs: number): Principal | undefined {
  const { sessionId, organizationId, userId, serviceName, expiresAtMs: endsAtMs } = row;
  if (row.endedAtMs !== undefined || endsAtMs <= atMs) return undefined;
  const kind = 'session';
  return { keyId: keyId(sessionId), organizationId, kind, serviceName, endsAtMs, userId };
}
