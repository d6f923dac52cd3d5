import { setTimeout as sleep } from 'node:timers/promises';
import { startOwner } from '../../../platform/consumers/ownership.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import { type ErasureRow, erasures } from '../../../projections/organizations/erasures.ts';
import { owners } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { concludeErasure } from './conclude.ts';
import type { ErasureDependencies } from './dependencies.ts';
import { eraseOrganization } from './erase.ts';

type Owns = (organization: string) => boolean;

/** Deletes what there is of organizations that operators want erased, one after the other. */
export const startErasures = (dependencies: ErasureDependencies): Promise<Running> =>
  startOwner({
    ...owners.erasures,
    ...dependencies,
    work: ({ owns, signal }) => keepErasing(dependencies, owns, signal),
  });

/** An engine that is away ends one attempt: what was deleted stays deleted, and the rest is for the next. */
async function keepErasing(
  dependencies: ErasureDependencies,
  owns: Owns,
  signal: AbortSignal,
): Promise<void> {
  const { log } = dependencies;
  const swept = new Set<string>();
  while (!signal.aborted) {
    for (const { organizationId, over } of due(dependencies, owns, swept)) {
      try {
        const erased = await eraseOrganization(organizationId, dependencies, signal);
        if (over !== undefined) swept.add(organizationId);
        else await concludeErasure(organizationId, erased, dependencies);
        log.info({ organizationId, ...erased }, 'an organization is erased');
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, organizationId }, 'an erasure was interrupted, to be gone on with');
      }
    }
    await sleep(limits.erasure.lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Those that the read models of this process have forgotten already: nothing follows from them here any more. Other
 * processes may take longer, so there is a last look a while later.
 */
function due(
  { projections, clock }: ErasureDependencies,
  owns: Owns,
  swept: ReadonlySet<string>,
): readonly ErasureRow[] {
  const { rowsMax, sweepAfterMs, sweepWithinMs } = limits.erasure;
  const isDue = ({ organizationId, over }: ErasureRow): boolean => {
    if (over === undefined) return true;
    const ageMs = clock() - over.atMs;
    return ageMs >= sweepAfterMs && ageMs < sweepWithinMs && !swept.has(organizationId);
  };
  return projections
    .list(erasures, { limit: rowsMax })
    .map(({ row }) => row)
    .filter(row => owns(row.organizationId) && isDue(row) && projections.isForgotten(row));
}
