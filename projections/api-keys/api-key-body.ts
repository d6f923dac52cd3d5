import type { ApiKeyBody } from '../../schemas/api-keys/management-routes.ts';
import { type ApiKeyRow, endOf, statusOf } from './api-key-row.ts';

/**
 * A key as its organization sees it.
 *  atMs          of which instant its status is
 *  lastUsedAtMs  undefined: never used
 */
export function apiKeyBody(
  row: ApiKeyRow,
  { atMs, lastUsedAtMs }: { readonly atMs: number; readonly lastUsedAtMs: number | undefined },
): ApiKeyBody {
  const { allowedOrigins, allowNoOrigin, services, ratePerMinute } = row.restrictions ?? {};
  return {
    id: row.keyId,
    name: row.name ?? '',
    kind: row.kind,
    hint: row.hint,
    status: statusOf(row, atMs),
    allowed_origins: allowedOrigins === undefined ? null : [...allowedOrigins],
    allow_no_origin: allowNoOrigin ?? false,
    services: services === undefined ? null : [...services],
    rate_per_minute: ratePerMinute ?? null,
    created_at: new Date(row.issuedAtMs).toISOString(),
    expires_at: instantOf(endOf(row)),
    last_used_at: instantOf(lastUsedAtMs),
    revoked_at: instantOf(row.revokedAtMs),
    rotated_to: row.rotatedTo ?? null,
    rotated_from: row.rotatedFrom ?? null,
  };
}

const instantOf = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
