import { setTimeout as sleep } from 'node:timers/promises';
import { startOwner } from '../../../platform/consumers/ownership.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import {
  type ReplayDeletionRow,
  replayDeletions,
} from '../../../projections/replays/replay-deletions.ts';
import { owners } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import type { ErasureDependencies } from '../erasure/dependencies.ts';
import { openDeletionPass } from './pass.ts';

type Dependencies = Omit<ErasureDependencies, 'eventStore' | 'mailer'>;

/** Deletes what there is of recorded sessions that somebody deleted, one organization after the other. */
export const startReplayDeletions = (dependencies: Dependencies): Promise<Running> =>
  startOwner({
    ...owners.replayDeletions,
    ...dependencies,
    work: ({ owns, signal }) => keepDeleting(dependencies, owns, signal),
  });

/** An engine that is away ends one attempt: what was deleted stays deleted, and the rest is for the next. */
async function keepDeleting(
  dependencies: Dependencies,
  owns: (organization: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const { log, projections } = dependencies;
  const pass = openDeletionPass(dependencies);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      const open = openDeletionsIn(projections);
      await pass(
        open.filter(({ organizationId }) => owns(organizationId)),
        signal,
      );
      isFailing = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!isFailing) log.warn({ err: error }, 'recorded sessions not deleted, trying again');
      isFailing = true;
    }
    await sleep(limits.replays.lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

function openDeletionsIn({
  list,
}: Pick<Dependencies['projections'], 'list'>): readonly ReplayDeletionRow[] {
  const limit = limits.replays.rowsAtOnceMax;
  const rows: ReplayDeletionRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = list(replayDeletions, { limit, ...(after !== undefined && { after }) });
    rows.push(...page.map(({ row }) => row));
    if (page.length < limit) return rows;
    after = page.at(-1)?.key;
  }
}
