import { ClickCounter } from '../../../../domain/replays/clicks.ts';
import type { ChunkMoments } from '../../../../schemas/replays/findings.ts';
import { KeptMoments } from './kept-moments.ts';

type FoundMoments = {
  readonly rageClicks: number;
  readonly deadClicks: number;
  readonly moments: ChunkMoments | undefined;
};

const [click, effect] = [0, 1];

/**
 * The clicks and effects of a chunk, as they come. Three numbers and a byte each, since a chunk may have 200,000 of them; they are
 * put in order only if they came in another one, as the events of a browser hardly do.
 */
export class Moments {
  #count = 0;
  #isOrdered = true;
  #kinds = new Uint8Array(64);
  #times = new Float64Array(64);
  /** Of clicks, x and y. */
  #places = new Float64Array(128);

  addClick(atMs: number, x: number, y: number): void {
    this.#add(click, atMs);
    this.#places[2 * this.#count - 2] = x;
    this.#places[2 * this.#count - 1] = y;
  }

  addEffect(atMs: number): void {
    this.#add(effect, atMs);
  }

  /** What is found in them, up to an instant at which the chunk ends. `moments`: undefined if they are more than are kept. */
  found(endMs: number): FoundMoments {
    const counter = new ClickCounter();
    const kept = new KeptMoments();
    const order = this.#order();
    for (let turn = 0; turn < this.#count; turn++) {
      const at = order === undefined ? turn : (order[turn] as number);
      const time = this.#times[at] as number;
      const [x, y] = [this.#places[2 * at] as number, this.#places[2 * at + 1] as number];
      for (const each of [counter, kept])
        if (this.#kinds[at] === effect) each.effect(time);
        else each.click(time, x, y);
    }
    counter.end(endMs);
    const { rageClicks, deadClicks } = counter;
    return { rageClicks, deadClicks, moments: kept.all() };
  }

  #add(kind: number, atMs: number): void {
    if (this.#count === this.#kinds.length) this.#grow();
    const at = this.#count++;
    this.#kinds[at] = kind;
    this.#times[at] = atMs;
    if (at > 0 && this.#compare(at - 1, at) > 0) this.#isOrdered = false;
  }

  #grow(): void {
    const length = 2 * this.#count;
    this.#kinds = grown(new Uint8Array(length), this.#kinds);
    this.#times = grown(new Float64Array(length), this.#times);
    this.#places = grown(new Float64Array(2 * length), this.#places);
  }

  #order(): Uint32Array | undefined {
    if (this.#isOrdered) return undefined;
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    return order.sort((left, right) => this.#compare(left, right) || left - right);
  }

  #compare(left: number, right: number): number {
    const apartMs = (this.#times[left] as number) - (this.#times[right] as number);
    return apartMs || (this.#kinds[left] as number) - (this.#kinds[right] as number);
  }
}

function grown<Numbers extends Uint8Array | Float64Array>(to: Numbers, from: Numbers): Numbers {
  to.set(from);
  return to;
}
