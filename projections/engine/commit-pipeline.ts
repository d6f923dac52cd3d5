import type { ReadStore } from '../../platform/read-store/port.ts';
import type { ProjectionInstance } from './instance/instance.ts';

/**
 * Commits one after the other, of which one is under way while the next batch is folded: a projection
 * that is far behind computes and writes at the same time. The next begins only when the one
 * before has succeeded, or a batch could be stored without its past.
 */
export type CommitPipeline = {
  /** All folds come to the position in one transaction. Resolves when it has begun, with nothing; rejects as the one before did. */
  readonly begin: (folds: readonly ProjectionInstance[], position: number) => Promise<void>;
  /** Resolves, or rejects, with the last one that was begun. */
  readonly settled: () => Promise<void>;
  /** Waits for the last commit and ignores its outcome, as all later callers do. */
  readonly forget: () => Promise<void>;
};

export function openCommits(readStore: ReadStore, committed: () => void): CommitPipeline {
  let last = Promise.resolve();
  const store = async (folds: readonly ProjectionInstance[], position: number): Promise<void> => {
    const behind = folds.filter(fold => fold.checkpoint() < position);
    const changes = behind.map(fold => ({ fold, change: fold.change(position) }));
    if (changes.length > 0) await readStore.apply(changes.map(({ change }) => change));
    for (const { fold, change } of changes) fold.applied(change);
    committed();
  };
  return {
    begin: async (folds, position) => {
      await last;
      last = store(folds, position);
      // The next caller that awaits it handles the failure.
      last.catch(() => {});
    },
    settled: () => last,
    forget: async () => {
      await last.catch(() => {});
      last = Promise.resolve();
    },
  };
}
