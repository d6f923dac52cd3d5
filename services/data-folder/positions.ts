import { join } from 'node:path';
import { FolderDamaged, unlessUnavailable } from '../../platform/errors.ts';
import type { EventStore } from '../../platform/event-store/port.ts';

/** Throws `FolderDamaged` where read models have seen events that the store has not: they would show what never happened. */
export async function assertEventsReach(
  readUpTo: number,
  folder: string,
  eventStore: Pick<EventStore, 'head'>,
): Promise<void> {
  const head = await eventStore.head();
  if (readUpTo > head)
    throw new FolderDamaged(
      `${join(folder, 'events/data.mdb')} ends at event ${head}, and the read models have seen event ${readUpTo}`,
    );
}

export type SourceOffsets = {
  /** A partition, such as `spans-0`. */
  readonly source: string;
  /** The offset that the next record gets. */
  readonly end: number;
  /** The last record that is in the warehouse, -1 for none. */
  readonly written: number;
};

/**
 * Throws `FolderDamaged` where the warehouse has records that the log has not: it would give out their offsets for a
 * second time, and what it accepts under them would never be counted. A warehouse that is away is not looked at.
 */
export async function assertLogReaches(
  folder: string,
  offsets: Promise<readonly SourceOffsets[]>,
): Promise<void> {
  for (const { source, end, written } of (await offsets.catch(unlessUnavailable)) ?? [])
    if (written >= end)
      throw new FolderDamaged(
        `${join(folder, 'log/data.mdb')} ends before record ${end} of ${source}, and the warehouse has record ${written}`,
      );
}
