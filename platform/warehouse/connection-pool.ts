import { abandonable } from '../async/abandonable.ts';
import { OverShare, Unavailable } from '../errors.ts';
import { FairQueue, type Refusal } from '../shares/fair-queue.ts';

export type LaneOptions<Resource> = {
  /** What waits here, for messages. */
  readonly name: string;
  readonly lanes: number;
  readonly queuedMax: number;
  /** Lanes that one owner may have at once; all of them when absent. */
  readonly ownLanesMax?: number;
  readonly open: () => Promise<Resource>;
  readonly close: (resource: Resource) => Promise<void>;
};

type Lane<Resource> = { resource: Resource | undefined };
type Waiter<Resource> = {
  readonly resolve: (lane: Lane<Resource>) => void;
  readonly reject: (reason: unknown) => void;
};

/** The owner of work outside the shared lanes. */
const nobody = '';

/**
 * A few resources that each do one thing at a time, and a bounded queue before them, in which owners
 * take turns. A resource whose work failed or was abandoned is closed, and opened again when needed.
 */
export class ConnectionPool<Resource> {
  readonly #options: LaneOptions<Resource>;
  readonly #all: readonly Lane<Resource>[];
  readonly #idle: Lane<Resource>[];
  readonly #queue: FairQueue<Waiter<Resource>>;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: LaneOptions<Resource>) {
    const { lanes, queuedMax: placesMax, ownLanesMax: ownRunningMax = lanes } = options;
    this.#options = options;
    this.#all = Array.from({ length: lanes }, () => ({ resource: undefined }));
    this.#idle = [...this.#all];
    this.#queue = new FairQueue({ placesMax, ownRunningMax });
  }

  /**
   * Runs `work` on a resource that nothing else uses meanwhile, when it is the owner's turn. The
   * signal ends the waiting at once; work under way goes on, and keeps its lane until it is over.
   * Throws `OverShare` and `Unavailable` when there is no place in the queue.
   */
  async use<Result>(
    work: (resource: Resource) => Promise<Result>,
    signal?: AbortSignal,
    owner = nobody,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const running = this.#enter(owner, signal).then(lane => this.#run(lane, work, owner, signal));
    this.#underWay.add(running);
    const over = (): boolean => this.#underWay.delete(running);
    running.then(over, over);
    return await abandonable(running, signal);
  }

  /** Refuses new work, waits for the work under way, closes what is open. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.clear()) reject(this.#isClosed());
    await Promise.allSettled(this.#underWay);
    for (const lane of this.#all) await this.#shut(lane);
  }

  #enter(owner: string, signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    if (this.#closed) throw this.#isClosed();
    // Those who wait while a lane is idle run as many as they may.
    const lane = this.#idle.at(-1);
    if (lane === undefined || !this.#queue.run(owner)) return this.#wait(owner, signal);
    this.#idle.pop();
    return Promise.resolve(lane);
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.remove(owner, waiter);
        reject(signal?.reason);
      };
      const stay = (): void => signal?.removeEventListener('abort', leave);
      const waiter: Waiter<Resource> = {
        resolve: lane => {
          stay();
          resolve(lane);
        },
        reject: reason => {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const refused = this.#queue.add(owner, waiter);
      refused?.item.reject(this.#refusal(refused.why));
    });
  }

  async #run<Result>(
    lane: Lane<Resource>,
    work: (resource: Resource) => Promise<Result>,
    owner: string,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    try {
      lane.resource ??= await this.#options.open();
      const result = await work(lane.resource);
      if (signal?.aborted) await this.#shut(lane);
      return result;
    } catch (error) {
      await this.#shut(lane);
      throw error;
    } finally {
      this.#leave(lane, owner);
    }
  }

  #leave(lane: Lane<Resource>, owner: string): void {
    this.#queue.ended(owner);
    this.#idle.push(lane);
    // Also on a lane that was idle before: this owner may have one more now.
    for (const free of this.#idle.splice(0)) {
      const next = this.#queue.next();
      if (next === undefined) this.#idle.push(free);
      else next.resolve(free);
    }
  }

  async #shut(lane: Lane<Resource>): Promise<void> {
    const { resource } = lane;
    lane.resource = undefined;
    if (resource !== undefined) await this.#options.close(resource);
  }

  #refusal(why: Refusal): Unavailable {
    const { name, queuedMax } = this.#options;
    if (why === 'full') return new Unavailable(`the queue of ${name} is full (limit ${queuedMax})`);
    return new OverShare(
      `this organization has its share of the ${name} that can wait (limit ${queuedMax} for all): send fewer at once`,
    );
  }

  #isClosed(): Unavailable {
    return new Unavailable(`expected an open warehouse, found its ${this.#options.name} closed`);
  }
}
