import type { RecordedEvent } from '../../platform/event-store/port.ts';
import { openShares } from '../../platform/shares/fair-shares.ts';
import type { EventType } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { notifierLimits } from './config.ts';
import type { NotifierDependencies } from './dependencies.ts';
import { type Followed, followEvents, newFollowed, reach } from './follow-events.ts';

type Owned = { readonly organizationId: OrganizationId };

/** What a kind of delivery to targets is made of. */
export type TargetDeliveries<Target extends Owned> = {
  readonly types: ReadonlySet<EventType>;
  readonly apply: (recorded: RecordedEvent) => void;
  /** Targets with something left to do. */
  readonly busy: ReadonlySet<Target>;
  readonly isDue: (target: Target, nowMs: number) => boolean;
  /** When something will be due although nothing happens. */
  readonly nextDueAtMs: (target: Target, nowMs: number) => number;
  /** Does what is due and records it; gives the position of the record, -1 without one. */
  readonly serve: (
    target: Target,
    context: { readonly cursor: number; readonly signal: AbortSignal },
  ) => Promise<number>;
};

type Dependencies = Pick<Required<NotifierDependencies>, 'eventStore' | 'now'>;

/**
 * Delivers to targets until the signal aborts, to each beside the others, so that a dead one delays none. Starts from the
 * events alone; rejects with `RevisionConflict` when another process does the same.
 */
export async function deliverToTargets<Target extends Owned>(
  deliveries: TargetDeliveries<Target>,
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const followed = newFollowed();
  const { types, apply } = deliveries;
  const work = (either: AbortSignal) =>
    new Servers(deliveries, followed, dependencies, either).work();
  await followEvents(followed, { types, apply, work }, dependencies.eventStore, signal);
}

/** Those who serve targets now. */
class Servers<Target extends Owned> {
  readonly #deliveries: TargetDeliveries<Target>;
  readonly #followed: Followed;
  readonly #dependencies: Dependencies;
  readonly #signal: AbortSignal;
  readonly #served = new Set<Target>();
  /** Targets of each organization that are served. */
  readonly #shares = openShares();
  #failure: { readonly error: unknown } | undefined;

  constructor(
    deliveries: TargetDeliveries<Target>,
    followed: Followed,
    dependencies: Dependencies,
    signal: AbortSignal,
  ) {
    this.#deliveries = deliveries;
    this.#followed = followed;
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  /** Nothing is sent before everything that was recorded is known: it may say that something was sent already. */
  async work(): Promise<void> {
    const { now } = this.#dependencies;
    await this.#reachHead();
    while (!this.#signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure.error;
      for (const target of this.#free())
        if (this.#deliveries.isDue(target, now())) void this.#serve(target);
      await this.#rest(now());
    }
  }

  /** Targets that may be served. */
  *#free(): Generator<Target> {
    for (const target of this.#deliveries.busy) {
      const isFull = this.#shares.held(target.organizationId) >= notifierLimits.ownTargetsAtOnceMax;
      if (!isFull && !this.#served.has(target)) yield target;
    }
  }

  async #serve(target: Target): Promise<void> {
    const { organizationId } = target;
    this.#served.add(target);
    this.#shares.take(organizationId, 1);
    try {
      await this.#reachHead();
      const { position: cursor } = this.#followed;
      const position = await this.#deliveries.serve(target, { cursor, signal: this.#signal });
      await reach(this.#followed, position, this.#signal);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#served.delete(target);
      this.#shares.give(organizationId, 1);
      this.#followed.bell.ring();
    }
  }

  async #reachHead(): Promise<void> {
    await reach(this.#followed, await this.#dependencies.eventStore.head(), this.#signal);
  }

  /** The end of one that is served rings. */
  async #rest(nowMs: number): Promise<void> {
    let dueMs = nowMs + notifierLimits.idleMsMax;
    for (const target of this.#free())
      dueMs = Math.min(dueMs, this.#deliveries.nextDueAtMs(target, nowMs));
    await this.#followed.bell.heard(Math.max(1, dueMs - nowMs), this.#signal);
  }
}
