import { clickRules } from '../../../../domain/replays/clicks.ts';
import type { ChunkMoments } from '../../../../schemas/replays/findings.ts';
import { replayLimits } from '../config.ts';

const { clicksMax, answeredMax } = replayLimits.moments;

/**
 * Keeps of a chunk what the other chunks of its session need: its clicks, and the times in which effects answer them. It is given both in the
 * order of time.
 */
export class KeptMoments {
  readonly #clicks: (readonly [atMs: number, x: number | null, y: number | null])[] = [];
  readonly #answered: [fromMs: number, toMs: number][] = [];
  #isOver = false;

  click(atMs: number, x: number, y: number): void {
    if (this.#clicks.length === clicksMax) this.#isOver = true;
    else this.#clicks.push([atMs, placeOf(x), placeOf(y)]);
  }

  effect(toMs: number): void {
    const fromMs = toMs - clickRules.deadMs;
    const last = this.#answered.at(-1);
    if (last !== undefined && fromMs <= last[1]) last[1] = toMs;
    else if (this.#answered.length === answeredMax) this.#isOver = true;
    else this.#answered.push([fromMs, toMs]);
  }

  /** Undefined if it was more than is kept. */
  all(): ChunkMoments | undefined {
    return this.#isOver ? undefined : { clicks: this.#clicks, answered: this.#answered };
  }
}

const placeOf = (value: number): number | null => (Number.isFinite(value) ? value : null);
