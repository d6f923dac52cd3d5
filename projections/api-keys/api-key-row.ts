import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import type { KeyRestrictions } from '../../schemas/api-keys/restrictions.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { KeyId, OrganizationId } from '../../schemas/ids.ts';

export type ApiKeyRow = {
  readonly keyId: KeyId;
  readonly organizationId: OrganizationId;
  readonly kind: KeyKind;
  readonly hint: string;
  readonly serviceName: string;
  readonly issuedAtMs: number;
  readonly name?: string;
  readonly restrictions?: KeyRestrictions;
  readonly expiresAtMs?: number;
  /** Of a key that was rotated: when it ends, and what came after it. */
  readonly endsAtMs?: number;
  readonly rotatedTo?: KeyId;
  readonly rotatedFrom?: KeyId;
  readonly revokedAtMs?: number;
};

export type ApiKeyEventType = 'ApiKeyIssued' | 'ApiKeyChanged' | 'ApiKeyRotated' | 'ApiKeyRevoked';

export const apiKeyEventTypes: ReadonlySet<ApiKeyEventType> = new Set([
  ...(['ApiKeyIssued', 'ApiKeyChanged', 'ApiKeyRotated', 'ApiKeyRevoked'] as const),
]);

/** The row of a key after one more of its events. */
export function projectApiKey(
  row: ApiKeyRow | undefined,
  event: EventOf<ApiKeyEventType>,
): ApiKeyRow | undefined {
  switch (event.type) {
    case 'ApiKeyIssued':
      return issuedRow(event);
    case 'ApiKeyChanged':
      return row && changedRow(row, event.data);
    case 'ApiKeyRotated': {
      const { successorId: rotatedTo, endsAtMs } = event.data;
      return row && { ...row, rotatedTo, endsAtMs };
    }
    case 'ApiKeyRevoked':
      return row && { ...row, revokedAtMs: event.atMs };
  }
}

/** The row of a key that was just issued. */
export function issuedRow({
  data,
  atMs,
}: Pick<EventOf<'ApiKeyIssued'>, 'data' | 'atMs'>): ApiKeyRow {
  const { keyId, organizationId, kind, hint, serviceName } = data;
  const { name, restrictions, expiresAtMs, rotatedFrom } = data;
  return {
    keyId,
    organizationId,
    kind,
    hint,
    serviceName,
    issuedAtMs: atMs,
    ...(name !== undefined && { name }),
    ...(restrictions !== undefined && { restrictions }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(rotatedFrom !== undefined && { rotatedFrom }),
  };
}

/** The event has the name that the key has after it. */
const changedRow = (
  { name: _, ...row }: ApiKeyRow,
  { name, restrictions }: EventOf<'ApiKeyChanged'>['data'],
): ApiKeyRow => ({ ...row, ...(name !== undefined && { name }), restrictions });

export type ApiKeyStatus = 'active' | 'expired' | 'revoked';

/** What a key is at an instant. One that was rotated expires with its overlap. */
export function statusOf(
  { revokedAtMs, ...row }: Pick<ApiKeyRow, 'revokedAtMs' | 'expiresAtMs' | 'endsAtMs'>,
  atMs: number,
): ApiKeyStatus {
  if (revokedAtMs !== undefined) return 'revoked';
  const endsAtMs = endOf(row);
  return endsAtMs !== undefined && endsAtMs <= atMs ? 'expired' : 'active';
}

/** From when on a key is refused; undefined while no end is set. */
export function endOf({
  expiresAtMs,
  endsAtMs,
}: Pick<ApiKeyRow, 'expiresAtMs' | 'endsAtMs'>): number | undefined {
  if (expiresAtMs === undefined || endsAtMs === undefined) return expiresAtMs ?? endsAtMs;
  return Math.min(expiresAtMs, endsAtMs);
}
