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
    ...owners.monitor,
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
  while (!signal.aborted) {
    for (const row of due(dependencies, owns)) {
      try {
        const erased = await eraseOrganization(row.organizationId, dependencies, signal);
        await concludeErasure(row.organizationId, erased, dependencies);
        log.info({ organizationId: row.organizationId, ...erased }, 'an organization is erased');
      } catch (error) {
        if (signal.aborted) return;
        const { organizationId } = row;
        log.warn({ err: error, organizationId }, 'an erasure was interrupted, to be gone on with');
      }
    }
    await sleep(limits.erasure.lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Those that the read models of this process have forgotten already: nothing follows from them here any more. */
const due = ({ projections }: ErasureDependencies, owns: Owns): readonly ErasureRow[] =>
  projections
    .list(erasures, { limit: limits.erasure.rowsMax })
    .map(({ row }) => row)
    .filter(row => row.over === undefined && owns(row.organizationId))
    .filter(projections.isForgotten);
