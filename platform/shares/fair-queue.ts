/** `over`: the owner holds more than its share of the places. `full`: no owner does, and all are taken. */
export type Refusal = 'over' | 'full';

export type FairQueueOptions = {
  /** How many may wait at once. */
  readonly placesMax: number;
  /** How many of one owner may run at once. */
  readonly ownRunningMax: number;
};

type Owner<Item> = { running: number; readonly waiting: Item[] };
type Refused<Item> = { readonly item: Item; readonly why: Refusal };

/**
 * Decides who runs next and who may wait. The next one is of the owner with the fewest running, of
 * several owners with equally few the one whose turn was longest ago. When all places are taken, a
 * newcomer gets that of the owner that holds the most: longest queue drop, a max-min fair division
 * (Suter, Lakshman, Stiliadis, Choudhury 1998).
 *  cost  O(owners) a call
 */
export class FairQueue<Item> {
  readonly #options: FairQueueOptions;
  /** In the order of their last turns. */
  readonly #owners = new Map<string, Owner<Item>>();
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Counts one more of the owner as running, if it may have that. */
  run(name: string): boolean {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] };
    if (owner.running >= this.#options.ownRunningMax) return false;
    owner.running++;
    this.#last(name, owner);
    return true;
  }

  /** What ran is over. */
  ended(name: string): void {
    const owner = this.#owners.get(name);
    if (owner === undefined) return;
    owner.running--;
    this.#last(name, owner);
  }

  /** Lets an item wait; gives the one that has no place then, which may be the same. */
  add(name: string, item: Item): Refused<Item> | undefined {
    const refused =
      this.#waiting < this.#options.placesMax ? undefined : this.#makeRoom(name, item);
    if (refused?.item === item) return refused;
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] };
    owner.waiting.push(item);
    this.#owners.set(name, owner);
    this.#waiting++;
    return refused;
  }

  /** Takes out the item whose turn it is, and counts it as running; undefined when none may run. */
  next(): Item | undefined {
    let found: [string, Owner<Item>] | undefined;
    for (const [name, owner] of this.#owners) {
      const isSooner = found === undefined || owner.running < found[1].running;
      if (owner.waiting.length > 0 && isSooner) found = [name, owner];
    }
    const [name, owner] = found ?? [];
    if (name === undefined || !this.run(name)) return undefined;
    this.#waiting--;
    return owner?.waiting.shift();
  }

  /** An item that waits no longer. */
  remove(name: string, item: Item): void {
    const owner = this.#owners.get(name);
    const index = owner?.waiting.indexOf(item) ?? -1;
    if (owner === undefined || index < 0) return;
    owner.waiting.splice(index, 1);
    this.#waiting--;
    if (isGone(owner)) this.#owners.delete(name);
  }

  /** Everything that waits; nothing does afterwards. */
  clear(): readonly Item[] {
    const items = [...this.#owners.values()].flatMap(({ waiting }) => waiting.splice(0));
    this.#waiting = 0;
    return items;
  }

  #makeRoom(name: string, item: Item): Refused<Item> {
    const own = this.#owners.get(name)?.waiting.length ?? 0;
    const [largest, { waiting }] = this.#largest();
    // To give one place for the other must make them more equal.
    if (waiting.length <= own + 1) {
      const isAlone = own === 0 || own === this.#waiting;
      return { item, why: isAlone ? 'full' : 'over' };
    }
    const last = waiting.at(-1);
    if (last === undefined) return { item, why: 'full' };
    this.remove(largest, last);
    return { item: last, why: 'over' };
  }

  #largest(): [string, Owner<Item>] {
    let found: [string, Owner<Item>] = ['', { running: 0, waiting: [] }];
    for (const each of this.#owners)
      if (each[1].waiting.length > found[1].waiting.length) found = each;
    return found;
  }

  /** It had a turn: the others come first. */
  #last(name: string, owner: Owner<Item>): void {
    this.#owners.delete(name);
    if (!isGone(owner)) this.#owners.set(name, owner);
  }
}

const isGone = ({ running, waiting }: Owner<unknown>): boolean =>
  running === 0 && waiting.length === 0;
