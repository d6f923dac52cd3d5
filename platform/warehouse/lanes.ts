import { Unavailable } from '../errors.ts';

export type LaneOptions<Resource> = {
  /** What waits here, for messages. */
  readonly name: string;
  readonly lanes: number;
  readonly queuedMax: number;
  readonly open: () => Promise<Resource>;
  readonly close: (resource: Resource) => Promise<void>;
};

type Lane<Resource> = { resource: Resource | undefined };
type Waiter<Resource> = {
  readonly resolve: (lane: Lane<Resource>) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * A few resources that each do one thing at a time, and a bounded queue before them. A resource
 * whose work failed or was abandoned is closed, and opened again when needed.
 */
export class Lanes<Resource> {
  readonly #options: LaneOptions<Resource>;
  readonly #all: readonly Lane<Resource>[];
  readonly #idle: Lane<Resource>[];
  readonly #waiting: Waiter<Resource>[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(options: LaneOptions<Resource>) {
    this.#options = options;
    this.#all = Array.from({ length: options.lanes }, () => ({ resource: undefined }));
    this.#idle = [...this.#all];
  }

  /**
   * Runs `work` on a resource that nothing else uses meanwhile, first come first served. The signal
   * ends the waiting at once; work under way goes on, and keeps its lane until it is over.
   */
  async use<Result>(
    work: (resource: Resource) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const running = this.#enter(signal).then(lane => this.#run(lane, work, signal));
    this.#underWay.add(running);
    const over = (): boolean => this.#underWay.delete(running);
    running.then(over, over);
    return await abandonable(running, signal);
  }

  /** Refuses new work, waits for the work under way, closes what is open. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#isClosed());
    await Promise.allSettled(this.#underWay);
    for (const lane of this.#all) await this.#shut(lane);
  }

  #enter(signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    const { name, queuedMax } = this.#options;
    if (this.#closed) throw this.#isClosed();
    const lane = this.#idle.pop();
    if (lane !== undefined) return Promise.resolve(lane);
    if (this.#waiting.length < queuedMax) return this.#wait(signal);
    throw new Unavailable(`expected at most ${queuedMax} ${name} waiting, found one more`);
  }

  #wait(signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
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
      this.#waiting.push(waiter);
    });
  }

  async #run<Result>(
    lane: Lane<Resource>,
    work: (resource: Resource) => Promise<Result>,
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
      this.#leave(lane);
    }
  }

  #leave(lane: Lane<Resource>): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(lane);
    else next.resolve(lane);
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

/** As the promise, but rejected at once when the signal aborts; the promise is then nobody's. */
function abandonable<Result>(
  running: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return running;
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    const done = (): void => signal.removeEventListener('abort', abandon);
    running.then(
      result => {
        done();
        resolve(result);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}
