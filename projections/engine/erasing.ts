import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import { type ErasureRow, erasures, stepOf } from '../organizations/erasures.ts';
import type { LiveProjections } from './instance/live-projections.ts';
import { type PositionWaiters, reachedAt } from './read/position-waiters.ts';
import type { Reads } from './read/reads.ts';
import type { Rebuild } from './rebuild.ts';

/** What a process has done about erasures; no projection has this name. */
const doneTable = 'erasures-done@1#a';
/** Erasures looked at in one go. */
const pageRows = 1_000;
const retryMs = 1_000;

type Dependencies = {
  readonly folds: LiveProjections;
  readonly reads: Reads;
  readonly readStore: ReadStore;
  readonly rebuild: Rebuild;
  readonly waiters: PositionWaiters;
  /** An erasure is over: what held rows may be compacted. */
  readonly onErased: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
};

export type Erasing = {
  /** Whether it is erased or to be erased, as far as this process knows. */
  readonly isErased: (organization: string) => boolean;
  /** Whether no row of this process is left of an organization, as far as its erasure has come. */
  readonly isForgotten: (row: ErasureRow) => boolean;
};

export const openErased = ({ folds, reads, readStore }: Looking): Erasing => ({
  isErased: organization =>
    folds.find(erasures.name) !== undefined && reads.get(erasures, organization) !== undefined,
  isForgotten: row => isDone(stepOf(row), { readStore }),
});

type Looking = Pick<Dependencies, 'folds' | 'reads' | 'readStore'>;

/** Builds every projection again without organizations that are erased, until the signal aborts. */
export async function keepErasing(dependencies: Dependencies): Promise<void> {
  const { folds, signal, log } = dependencies;
  if (folds.find(erasures.name) === undefined) return;
  while (!signal.aborted) {
    try {
      const position = folds.reached();
      await eraseRequested(dependencies);
      await reachedAt(position + 1, dependencies, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'an erased organization is still in read models, trying again');
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Twice for each erasure: after the request, so that nothing follows from its rows any more, and after its end, when
 * events have gone that do not say whose they are.
 */
async function eraseRequested(dependencies: Dependencies): Promise<void> {
  const rows = dependencies.reads.list(erasures, { limit: pageRows }).map(({ row }) => row);
  const due = rows.filter(row => !isDone(stepOf(row), dependencies));
  if (due.length === 0) return;
  await rebuildAll(dependencies);
  if (due.some(({ over }) => over !== undefined)) await dependencies.onErased();
  await done(due, dependencies);
}

async function rebuildAll({ folds, rebuild, log }: Dependencies): Promise<void> {
  for (const { projection } of folds.all()) {
    const { kind } = await rebuild(projection.name);
    if (kind !== 'rebuilt')
      throw new Error(`expected to rebuild ${projection.name}, it is ${kind}`);
  }
  log.info({ projections: folds.all().length }, 'read models built without an erased organization');
}

const isDone = (key: string, { readStore }: Pick<Dependencies, 'readStore'>): boolean =>
  readStore.get(doneTable, key) !== undefined;

async function done(rows: readonly ErasureRow[], { readStore }: Dependencies): Promise<void> {
  const position = Math.max(readStore.checkpoint(doneTable), ...rows.map(row => row.position));
  const writes = rows.map(row => ({ key: stepOf(row), position, row: {} }));
  await readStore.apply([{ table: doneTable, writes, checkpoint: position }]);
}
