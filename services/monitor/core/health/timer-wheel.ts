const slotMs = 100;

/** Ids by the slot of a tenth of a second in which they are due. Setting, removing and finding cost nothing for all the others. */
export class TimerWheel<Id> {
  readonly #slots = new Map<number, Set<Id>>();
  readonly #slotOf = new Map<Id, number>();
  /** Every earlier slot is empty. */
  #from = 0;

  /** Replaces the time of an id; undefined takes it away. */
  set(id: Id, atMs: number | undefined): void {
    this.#remove(id);
    if (atMs === undefined) return;
    const slot = Math.floor(atMs / slotMs);
    const ids = this.#slots.get(slot);
    if (ids === undefined) this.#slots.set(slot, new Set([id]));
    else ids.add(id);
    this.#slotOf.set(id, slot);
    this.#from = Math.min(this.#from, slot);
  }

  /** Takes out what is due in the slots up to an instant; some of it may be due within the slot. */
  due(nowMs: number): Id[] {
    const last = Math.floor(nowMs / slotMs);
    const found: Id[] = [];
    for (const slot of this.#slotsUpTo(last)) {
      for (const id of this.#slots.get(slot) ?? []) {
        found.push(id);
        this.#slotOf.delete(id);
      }
      this.#slots.delete(slot);
    }
    this.#from = last + 1;
    return found;
  }

  /** After a pause there are more slots than ids, so the shorter list is walked. */
  #slotsUpTo(last: number): number[] {
    const { size } = this.#slots;
    if (last - this.#from < size) {
      return Array.from({ length: Math.max(0, last - this.#from + 1) }, (_, at) => this.#from + at);
    }
    return [...this.#slots.keys()].filter(slot => slot <= last).sort((a, b) => a - b);
  }

  #remove(id: Id): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    const ids = this.#slots.get(slot);
    ids?.delete(id);
    if (ids?.size === 0) this.#slots.delete(slot);
    this.#slotOf.delete(id);
  }
}
