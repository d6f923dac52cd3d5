import { createBell } from '../../platform/lmdb/notifier.ts';
import { openShares } from '../../platform/shares/fair-shares.ts';
import type { Book, BookProjection } from '../../projections/engine/book.ts';
import { notifierLimits } from './config.ts';
import type { NotifierDependencies } from './dependencies.ts';

/** What a kind of delivery is made of. */
export type Deliveries<B extends Book, Target> = {
  readonly due: BookProjection<B>;
  /** Those with something left to do. */
  readonly busy: (book: B) => Iterable<Target>;
  /** Whether this process serves it. */
  readonly owns: (target: Target) => boolean;
  /** Whose share of targets served at once it takes. */
  readonly shareOf: (target: Target) => string;
  readonly isDue: (book: B, target: Target, nowMs: number) => boolean;
  /** When something will be due although nothing happens. */
  readonly nextDueAtMs: (book: B, target: Target, nowMs: number) => number;
  /** Does what is due and records it; gives the position of the record, -1 without one. */
  readonly serve: (
    book: B,
    target: Target,
    context: { readonly cursor: number; readonly signal: AbortSignal },
  ) => Promise<number>;
};

type Dependencies = Pick<Required<NotifierDependencies>, 'eventStore' | 'now' | 'projections'>;

/**
 * Delivers what a book says is due until the signal aborts, to each target beside the others, so that a dead one delays none.
 * Rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverDue<B extends Book, Target>(
  deliveries: Deliveries<B, Target>,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const servers = new Servers(deliveries, dependencies, AbortSignal.any([signal, failed.signal]));
  const guarded = (task: Promise<void>): Promise<void> => task.finally(() => failed.abort());
  try {
    await Promise.all([guarded(servers.listen()), guarded(servers.work())]);
  } finally {
    await servers.drained();
  }
}

/** What was known when a target was served in vain, and until when that is enough to leave it, by `performance.now()`. */
type Vain = { readonly reached: number; readonly untilMs: number };

/** Those who serve targets now. */
class Servers<B extends Book, Target> {
  readonly #deliveries: Deliveries<B, Target>;
  readonly #dependencies: Dependencies;
  readonly #signal: AbortSignal;
  readonly #served = new Set<Target>();
  /** Targets of each share that are served. */
  readonly #shares = openShares();
  /** Those of which nothing was recorded: at once, it would be the same again. A server of mails may be back after a pause. */
  readonly #inVain = new Map<Target, Vain>();
  /** Rings when the book may have changed, and at the end of one that is served. */
  readonly #bell = createBell();
  #failure: { readonly error: unknown } | undefined;

  constructor(deliveries: Deliveries<B, Target>, dependencies: Dependencies, signal: AbortSignal) {
    this.#deliveries = deliveries;
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  async listen(): Promise<void> {
    const { projections } = this.#dependencies;
    while (!this.#signal.aborted) {
      await projections.passed(projections.reached() + 1, this.#signal);
      this.#bell.ring();
    }
  }

  /** Nothing is sent before everything that was recorded is known: it may say that something was sent already. */
  async work(): Promise<void> {
    const { now, projections } = this.#dependencies;
    await this.#reachHead();
    while (!this.#signal.aborted) {
      const book = await projections.book(this.#deliveries.due);
      const reached = projections.reached();
      if (this.#failure !== undefined) throw this.#failure.error;
      for (const target of this.#free(book))
        if (this.#deliveries.isDue(book, target, now())) void this.#serve(book, target);
      await this.#rest(book, now());
      if (projections.reached() !== reached) this.#inVain.clear();
    }
  }

  /** Resolves when nobody is served any more. */
  async drained(): Promise<void> {
    while (this.#served.size > 0) await this.#bell.heard(notifierLimits.idleMsMax);
  }

  /** Targets that may be served. */
  *#free(book: B): Generator<Target> {
    const { busy, owns, shareOf } = this.#deliveries;
    for (const target of busy(book)) {
      const isFull = this.#shares.held(shareOf(target)) >= notifierLimits.ownTargetsAtOnceMax;
      if (!isFull && !this.#served.has(target) && !this.#isInVain(target) && owns(target))
        yield target;
    }
  }

  #isInVain(target: Target): boolean {
    const vain = this.#inVain.get(target);
    if (vain === undefined) return false;
    const { reached } = this.#dependencies.projections;
    if (vain.reached === reached() && performance.now() < vain.untilMs) return true;
    this.#inVain.delete(target);
    return false;
  }

  async #serve(book: B, target: Target): Promise<void> {
    const { projections } = this.#dependencies;
    const share = this.#deliveries.shareOf(target);
    this.#served.add(target);
    this.#shares.take(share, 1);
    try {
      await this.#reachHead();
      if (this.#signal.aborted) return;
      const context = { cursor: projections.reached(), signal: this.#signal };
      const position = await this.#deliveries.serve(book, target, context);
      const untilMs = performance.now() + notifierLimits.vainMs;
      if (position < 0) this.#inVain.set(target, { reached: context.cursor, untilMs });
      await projections.passed(position, this.#signal);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#served.delete(target);
      this.#shares.give(share, 1);
      this.#bell.ring();
    }
  }

  async #reachHead(): Promise<void> {
    const { eventStore, projections } = this.#dependencies;
    await projections.passed(await eventStore.head(), this.#signal);
  }

  async #rest(book: B, nowMs: number): Promise<void> {
    let dueMs = nowMs + notifierLimits.idleMsMax;
    for (const target of this.#free(book))
      dueMs = Math.min(dueMs, this.#deliveries.nextDueAtMs(book, target, nowMs));
    const restMs = this.#inVain.size > 0 ? notifierLimits.vainMs : notifierLimits.idleMsMax;
    await this.#bell.heard(Math.max(1, Math.min(restMs, dueMs - nowMs)), this.#signal);
  }
}
