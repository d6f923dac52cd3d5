import type { Keyring } from '../../../platform/keyring/port.ts';
import { storedUserIds } from '../../../platform/privacy/replay-users.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { chunksOf } from '../../../projections/replays/hidden-chunks.ts';
import type { OrganizationId, Sealed } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';

type UserOf = {
  readonly organizationId: OrganizationId;
  readonly userSealed: Sealed;
  readonly requestedAtMs: number;
};

type Finding = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly keyring: Pick<Keyring, 'unseal' | 'macOf'>;
};

/** Sessions of which a chunk that was received by then names the user, a hundred at most, in order; none of an erased organization. */
export async function findSessions(
  { organizationId: organization, userSealed, requestedAtMs: until }: UserOf,
  { warehouse, keyring }: Finding,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const userId = await keyring.unseal({ kind: 'organization', id: organization }, userSealed);
  if (userId === undefined) return [];
  const userIds = await storedUserIds(organization, userId, keyring);
  const rows = await warehouse.query<{ readonly subject: string }>(
    `SELECT DISTINCT toString(samples.subject) AS subject FROM samples
     WHERE organization = {organization:UUID} AND samples.kind = 'replay' AND ${chunksOf.user}
       AND time <= fromUnixTimestamp64Milli({until:Int64})
     ORDER BY subject LIMIT {max:UInt32}`,
    { organization, userIds, until, max: limits.replays.foundAtOnceMax },
    { signal, maxExecutionMs: limits.queryMsMax },
  );
  return rows.map(({ subject }) => subject);
}
