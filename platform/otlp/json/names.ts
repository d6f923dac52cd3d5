import { slotCount } from './compiled/layout.ts';

const multipliersTried = 10_000;

export type Entry<Value> = { readonly name: Uint8Array; readonly value: Value };

/**
 * Finds what a name stands for by the name's bytes, without making a string of them. The names
 * are known beforehand, so a hash is chosen by which no two of them meet.
 */
export class NameTable<Value> {
  readonly multiplier: number;
  readonly slots: readonly (Entry<Value> | undefined)[];

  constructor(values: ReadonlyMap<string, Value>) {
    const entries = Array.from(values, ([name, value]) => ({ name: Buffer.from(name), value }));
    const multiplier = multiplierFor(entries.map(({ name }) => name));
    const slots: (Entry<Value> | undefined)[] = Array.from({ length: slotCount });
    for (const entry of entries) {
      slots[slotOf(entry.name, 0, entry.name.length, multiplier)] = entry;
    }
    this.multiplier = multiplier;
    this.slots = slots;
  }

  find(bytes: Uint8Array, from: number, to: number): Value | undefined {
    if (from === to) return undefined;
    const entry = this.slots[slotOf(bytes, from, to, this.multiplier)];
    if (entry === undefined || entry.name.length !== to - from) return undefined;
    const { name } = entry;
    for (let index = 0; index < name.length; index++) {
      if (name[index] !== bytes[from + index]) return undefined;
    }
    return entry.value;
  }
}

function multiplierFor(names: readonly Uint8Array[]): number {
  for (let multiplier = 1; multiplier < multipliersTried; multiplier++) {
    const slots = new Set(names.map(name => slotOf(name, 0, name.length, multiplier)));
    if (slots.size === names.length) return multiplier;
  }
  throw new Error('expected names with different hashes');
}

/** Length, first, middle and last byte distinguish the names of a message. */
const slotOf = (bytes: Uint8Array, from: number, to: number, multiplier: number): number =>
  (((to - from) * 7 +
    (bytes[from] as number) * multiplier +
    (bytes[to - 1] as number) * 3 +
    (bytes[(from + to) >>> 1] as number)) >>>
    0) &
  (slotCount - 1);
