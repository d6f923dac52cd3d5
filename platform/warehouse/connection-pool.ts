import { abandonable } from '../async/abandonable.ts';
import { Unavailable } from '../errors.ts';
import { openTurns, type Turns } from '../shares/turns.ts';

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
  readonly #turns: Turns;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: LaneOptions<Resource>) {
    const { name: what, lanes, queuedMax: waitingMax, ownLanesMax = lanes } = options;
    this.#options = options;
    this.#all = Array.from({ length: lanes }, () => ({ resource: undefined }));
    this.#idle = [...this.#all];
    this.#turns = openTurns({ what, runningMax: lanes, ownRunningMax: ownLanesMax, waitingMax });
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
    if (this.#closed) throw this.#isClosed();
    const entered = this.#turns.enter(owner, signal);
    const running = entered.then(leave => this.#run(work, leave, signal));
    this.#underWay.add(running);
    const over = (): boolean => this.#underWay.delete(running);
    running.then(over, over);
    return await abandonable(running, signal);
  }

  /** Refuses new work, waits for the work under way, closes what is open. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.close(this.#isClosed());
    await Promise.allSettled(this.#underWay);
    for (const lane of this.#all) await this.#shut(lane);
  }

  async #run<Result>(
    work: (resource: Resource) => Promise<Result>,
    leave: () => void,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    // There are as many lanes as turns.
    const lane = this.#idle.pop() as Lane<Resource>;
    try {
      lane.resource ??= await this.#options.open();
      const result = await work(lane.resource);
      if (signal?.aborted) await this.#shut(lane);
      return result;
    } catch (error) {
      await this.#shut(lane);
      throw error;
    } finally {
      this.#idle.push(lane);
      leave();
    }
  }

  async #shut(lane: Lane<Resource>): Promise<void> {
    const { resource } = lane;
    lane.resource = undefined;
    if (resource !== undefined) await this.#options.close(resource);
  }

  #isClosed(): Unavailable {
    return new Unavailable(`expected an open warehouse, found its ${this.#options.name} closed`);
  }
}
