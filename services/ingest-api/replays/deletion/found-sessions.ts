import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import { boundOfHidden, chunksOf } from '../../../../projections/replays/hidden-chunks.ts';
import type { HiddenReplays } from '../../../../projections/replays/hidden-replays.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { replayLimits } from '../config.ts';

type Reading = { readonly warehouse: OrganizationReads; readonly signal: AbortSignal };

const optionsOf = (organization: OrganizationId, { signal }: Reading) => ({
  reader: { organization },
  signal,
  maxExecutionMs: replayLimits.readMsMax,
});

/** Whether a session can be read. */
export async function isThere(
  organization: OrganizationId,
  subject: string,
  hidden: HiddenReplays,
  reading: Reading,
): Promise<boolean> {
  if (hidden.isDeleted(subject)) return false;
  const parameters = { organization, subject, ...boundOfHidden(hidden) };
  const [row] = await reading.warehouse.query<{ readonly chunks: string; readonly named: string }>(
    `SELECT toString(count()) AS chunks, toString(countIf(${chunksOf.hiddenUsers})) AS named FROM samples
     WHERE organization = {organization:UUID} AND subject = {subject:UUID} AND samples.kind = 'replay'`,
    parameters,
    optionsOf(organization, reading),
  );
  return Number(row?.chunks ?? 0) > 0 && Number(row?.named ?? 0) === 0;
}

/** How many sessions have a chunk that names a user. `userIds`: how chunks may name it. */
export async function countOfUser(
  organization: OrganizationId,
  userIds: readonly string[],
  reading: Reading,
): Promise<number> {
  const [row] = await reading.warehouse.query<{ readonly sessions: string }>(
    `SELECT toString(uniqExact(subject)) AS sessions FROM samples
     WHERE organization = {organization:UUID} AND samples.kind = 'replay' AND ${chunksOf.user}`,
    { organization, userIds: [...userIds] },
    optionsOf(organization, reading),
  );
  return Number(row?.sessions ?? 0);
}
