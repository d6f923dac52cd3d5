import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Erased } from '../../../schemas/organizations/erasure.ts';
import { eraseBlobs } from './blobs.ts';
import type { ErasureDependencies } from './dependencies.ts';
import { eraseEvents } from './events.ts';
import { eraseRows } from './rows.ts';
import { untilHandled } from './until-handled.ts';

const nothing: Erased = { streams: 0, events: 0, rows: {}, blobs: 0, mails: 0 };

/**
 * Deletes everything of an organization, whose keys are refused already. Twice: what it had sent before may still be on
 * its way, and what follows from it as well. Counts what this call deleted.
 */
export async function eraseOrganization(
  organization: OrganizationId,
  dependencies: ErasureDependencies,
  signal: AbortSignal,
): Promise<Erased> {
  let erased = nothing;
  for (let round = 1; round <= 2; round++) {
    await untilHandled(dependencies.topicLog, signal);
    erased = sumOf(erased, await eraseOnce(organization, dependencies, signal));
  }
  return erased;
}

/** The key comes after the mails, whose addresses it opens, and before the rest, which may take long. */
async function eraseOnce(
  organization: OrganizationId,
  dependencies: ErasureDependencies,
  signal: AbortSignal,
): Promise<Erased> {
  const { streams, events, mails } = await eraseEvents(organization, dependencies, signal);
  const rows = await eraseRows(organization, dependencies.warehouse, signal);
  const blobs = await eraseBlobs(organization, dependencies.blobStore, signal);
  return { streams, events, rows, blobs, mails };
}

const sumOf = (one: Erased, other: Erased): Erased => ({
  streams: one.streams + other.streams,
  events: one.events + other.events,
  rows: addedUp(one.rows, other.rows),
  blobs: one.blobs + other.blobs,
  mails: one.mails + other.mails,
});

function addedUp(one: Erased['rows'], other: Erased['rows']): Erased['rows'] {
  const sums: Record<string, number> = { ...one };
  for (const [table, count] of Object.entries(other)) sums[table] = (sums[table] ?? 0) + count;
  return sums;
}
