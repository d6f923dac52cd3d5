import type { FromFrame, ToFrame } from '../../replay-frame/messages.ts';
import { type Chunks, openChunks } from './chunks.ts';
import { type Segment, type Stretch, skipTo, spanOf, withDoings } from './timeline.ts';

export type Playing = {
  readonly atMs: number;
  readonly isPlaying: boolean;
  /** Chunks that are needed are not there yet. */
  readonly isWaiting: boolean;
  /** A whole page was drawn. */
  readonly isDrawn: boolean;
  /** Something of the recording could not be drawn from here on. */
  readonly isBroken: boolean;
  readonly speed: number;
  readonly skipsIdle: boolean;
  /** Up to where chunks are there. */
  readonly loadedToMs: number;
  /** Chunks that the server has no more. */
  readonly lost: readonly Stretch[];
  readonly problem: Error | undefined;
};

type ConductorOptions = {
  /** At least one, in order. */
  readonly segments: readonly Segment[];
  readonly read: Parameters<typeof openChunks>[0]['read'];
  readonly say: (message: ToFrame) => void;
};

/** How far ahead of what is shown chunks are read, in ms of the recording at its own speed. */
const aheadMs = 30_000;

/** Of fewer events, the frame draws nothing. */
const eventsMin = 2;

/** Plays a part of a recording in the frame: has chunks read as they are needed, and jumps over idle time. */
export class Conductor {
  readonly span: Stretch;
  readonly #segments: readonly Segment[];
  readonly #chunks: Chunks;
  readonly #say: ConductorOptions['say'];
  readonly #listeners = new Set<() => void>();
  #state: Playing;
  #doing: readonly Stretch[] = [];
  #turn = 0;
  #events = 0;
  /** How many chunks must be there to go on. */
  #needed = 1;

  constructor({ segments, read, say }: ConductorOptions) {
    this.#segments = segments;
    this.#say = say;
    this.span = spanOf(segments);
    this.#chunks = openChunks({
      segments,
      read,
      took: (segment, events) => this.#take(segment, events),
      failed: problem => this.#change({ problem }),
    });
    this.#state = {
      atMs: this.span.fromMs,
      isPlaying: false,
      isWaiting: true,
      isDrawn: false,
      isBroken: false,
      speed: 1,
      skipsIdle: true,
      loadedToMs: this.span.fromMs,
      lost: [],
      problem: undefined,
    };
  }

  readonly state = (): Playing => this.#state;

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  receive(message: FromFrame): void {
    if (message.kind === 'ready') this.#chunks.want();
    else if (message.kind === 'drawn') this.#change({ isDrawn: true });
    else if (message.kind === 'failed') this.#change({ isPlaying: false, isBroken: true });
    else if (message.turn === this.#turn && this.#state.isPlaying && !this.#state.isWaiting)
      if (message.isPlaying) this.#reach(message.atMs);
      else this.#end();
  }

  toggle(): void {
    const { isPlaying, isWaiting, atMs } = this.#state;
    this.#change({ isPlaying: !isPlaying });
    if (!isPlaying && atMs >= this.span.toMs) this.seek(this.span.fromMs);
    else if (!isWaiting) this.#order();
  }

  seek(ms: number): void {
    const atMs = Math.min(this.span.toMs, Math.max(this.span.fromMs, ms));
    this.#needed = this.#countUpTo(atMs);
    this.#change({ atMs, isBroken: false, isWaiting: true });
    this.#want(this.#needed);
    this.#goOn();
  }

  setSpeed(speed: number): void {
    this.#change({ speed });
    if (this.#state.isPlaying && !this.#state.isWaiting) this.#order();
  }

  setSkipsIdle(skipsIdle: boolean): void {
    this.#change({ skipsIdle });
  }

  retry(): void {
    this.#change({ problem: undefined });
    this.#chunks.want(this.#needed);
  }

  close(): void {
    this.#chunks.stop();
  }

  #change(changes: Partial<Playing>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** After a failure nothing is read until somebody tries again. */
  #want(count: number): void {
    if (this.#state.problem === undefined) this.#chunks.want(count);
  }

  #countUpTo(ms: number): number {
    return this.#segments.filter(({ fromMs }) => fromMs <= ms).length;
  }

  #order(): void {
    const { isPlaying, atMs, speed } = this.#state;
    this.#turn++;
    this.#say({ kind: isPlaying ? 'play' : 'pause', turn: this.#turn, atMs, speed });
  }

  #take(segment: Segment, events: readonly unknown[] | undefined): void {
    const loadedToMs = this.#chunks.loadedToMs() ?? this.span.toMs;
    if (events === undefined) {
      this.#change({ loadedToMs, lost: [...this.#state.lost, segment] });
    } else {
      this.#events += events.length;
      this.#doing = withDoings(this.#doing, events);
      this.#say({ kind: 'events', events });
      this.#change({ loadedToMs });
    }
    this.#goOn();
  }

  /** Goes on where it waited for chunks, once they are there. */
  #goOn(): void {
    const loaded = this.#chunks.loaded();
    if (!this.#state.isWaiting || loaded < this.#needed) return;
    if (this.#events < eventsMin && loaded < this.#segments.length) {
      this.#needMore();
      return;
    }
    this.#change({ isWaiting: false });
    this.#order();
  }

  #needMore(): void {
    this.#needed = this.#chunks.loaded() + 1;
    this.#change({ isWaiting: true });
    this.#want(this.#needed);
  }

  #reach(atMs: number): void {
    const { skipsIdle, speed } = this.#state;
    this.#change({ atMs: Math.min(atMs, this.span.toMs) });
    this.#want(this.#countUpTo(atMs + aheadMs * speed));
    if (!skipsIdle) return;
    const goal = skipTo(this.#doing, atMs);
    if (goal !== undefined) this.seek(goal);
    // Whether this is idle time is known when the next thing is known that somebody did.
    else if (atMs > (this.#doing.at(-1)?.toMs ?? 0)) this.#want(this.#chunks.loaded() + 1);
  }

  /** The frame has played all that it has. */
  #end(): void {
    if (this.#chunks.loaded() < this.#segments.length) this.#needMore();
    else this.#change({ isPlaying: false, atMs: this.span.toMs });
  }
}
