import { Unavailable } from '../errors.ts';

export type LaneOptions<Resource> = {
  /** What waits here, for messages. */
  readonly name: string;
  readonly lanes: number;
  readonly queuedMax: number;
  readonly open: () => Promise<Resource>;
  readonly close: (resource: Resource) => Promise<void>;
};

export type Lanes<Resource> = {
  /**
   * Runs `work` on a resource that nothing else uses meanwhile, first come first served. A resource
   * whose work failed or was abandoned is closed, and opened again when needed. The signal ends the
   * waiting at once; work under way goes on, and keeps its lane until it is over.
   */
  use<Result>(work: (resource: Resource) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Refuses new work, waits for the work under way, closes what is open. */
  close(): Promise<void>;
};

type Lane<Resource> = { resource: Resource | undefined };
type Waiter<Resource> = {
  readonly resolve: (lane: Lane<Resource>) => void;
  readonly reject: (reason: unknown) => void;
};

/** A few resources that each do one thing at a time, and a bounded queue before them. */
export function openLanes<Resource>(options: LaneOptions<Resource>): Lanes<Resource> {
  const all = Array.from(
    { length: options.lanes },
    (): Lane<Resource> => ({ resource: undefined }),
  );
  const idle = [...all];
  const waiting: Waiter<Resource>[] = [];
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  return { use, close };

  async function use<Result>(
    work: (resource: Resource) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const lane = await enter(signal);
    const running = run(lane, work, signal);
    underWay.add(running);
    running.catch(() => undefined).finally(() => underWay.delete(running));
    return abandonable(running, signal);
  }

  function enter(signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    signal?.throwIfAborted();
    if (closed) throw new Unavailable(`the ${options.name} are closed`);
    const lane = idle.pop();
    if (lane !== undefined) return Promise.resolve(lane);
    if (waiting.length >= options.queuedMax) {
      throw new Unavailable(`expected at most ${options.queuedMax} waiting ${options.name}`);
    }
    return wait(signal);
  }

  function wait(signal: AbortSignal | undefined): Promise<Lane<Resource>> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal?.reason);
      };
      const waiter: Waiter<Resource> = {
        resolve: lane => {
          signal?.removeEventListener('abort', leave);
          resolve(lane);
        },
        reject,
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(waiter);
    });
  }

  async function run<Result>(
    lane: Lane<Resource>,
    work: (resource: Resource) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    try {
      lane.resource ??= await options.open();
      const result = await work(lane.resource);
      if (signal?.aborted) await shut(lane);
      return result;
    } catch (error) {
      await shut(lane);
      throw error;
    } finally {
      leave(lane);
    }
  }

  function leave(lane: Lane<Resource>): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(lane);
    else next.resolve(lane);
  }

  async function shut(lane: Lane<Resource>): Promise<void> {
    const { resource } = lane;
    lane.resource = undefined;
    if (resource !== undefined) await options.close(resource);
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { reject } of waiting.splice(0)) {
      reject(new Unavailable(`the ${options.name} are closed`));
    }
    await Promise.allSettled(underWay);
    for (const lane of all) await shut(lane);
  }
}

function abandonable<Result>(
  running: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return running;
  return new Promise((resolve, reject) => {
    const abandon = (): void => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
