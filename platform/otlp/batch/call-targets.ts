import {
  targetKeys,
  targetOf,
  targetText,
  targetTypes,
} from '../../../schemas/telemetry/call-target.ts';
import { DictionaryColumn } from '../../columns/dictionary.ts';
import { attributeTypes } from '../attribute-types.ts';
import type { AttributeSlots } from '../wire/attributes.ts';
import { internUtf8 } from './text.ts';

/** Values of one type that are remembered; a number of a target holds the numbers of both its values. */
const valuesMax = 2 ** 24;

/** What the spans of calls name, each different target once. Number 0 is none. */
export class CallTargets {
  readonly #firstKey: number;
  readonly #values = new DictionaryColumn();
  readonly #found = new Uint32Array(targetKeys.length);
  readonly #numbers = new Map<number, number>();
  readonly #texts = [''];

  /** `keys`: the dictionary in which the keys of attributes have their indexes. */
  constructor(keys: DictionaryColumn) {
    const indexes = targetKeys.map(key => {
      const bytes = Buffer.from(key);
      return keys.intern(bytes, 0, bytes.length);
    });
    this.#firstKey = indexes[0] as number;
  }

  get size(): number {
    return this.#values.size + this.#texts.length;
  }

  text(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** Begins the span of a call. */
  begin(): void {
    this.#found.fill(0);
  }

  /** Looks at one attribute of the span; of several texts under one key the first counts. */
  see(key: number, bytes: Uint8Array, slots: AttributeSlots, index: number): void {
    const place = key - this.#firstKey;
    if (place < 0 || place >= this.#found.length || this.#found[place] !== 0) return;
    if (slots.type(index) !== attributeTypes.string) return;
    const [from, to] = [slots.valueFrom(index), slots.valueTo(index)];
    this.#found[place] = internUtf8(this.#values, bytes, from, to);
  }

  /** The target of the span whose attributes were seen. */
  number(): number {
    const target = targetOf(this.#found, 0);
    if (target === undefined) return 0;
    const { type, system, name } = target;
    const key = (system * targetTypes.length + targetTypes.indexOf(type)) * valuesMax + name;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const values = this.#values;
    const text = targetText({ type, system: values.text(system), name: values.text(name) });
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
