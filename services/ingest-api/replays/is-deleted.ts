import { unlessUnavailable } from '../../../platform/errors.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { isDeletedReplay } from '../../../projections/replays/hidden-replays.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

export type IsDeletedReplay = (
  organizationId: OrganizationId,
  subject: string,
  signal: AbortSignal,
) => Promise<boolean>;

/**
 * Whether a session is deleted, with every deletion that was acknowledged. Recordings are taken also while the event store is
 * away: then what is known counts, and the monitor deletes what came too late.
 */
export const openIsDeleted =
  ({
    projections,
  }: {
    readonly projections: Pick<Projections, 'barrier' | 'get'>;
  }): IsDeletedReplay =>
  async (organizationId, subject, signal) => {
    await projections.barrier(signal).catch(unlessUnavailable);
    return isDeletedReplay(organizationId, subject, projections);
  };
