import { readUint32LE } from '../wire/reader.ts';

/** The spans of a batch that may be an end of a call, one entry each; valid until the next span is added. */
export type CallEndColumns = {
  readonly rows: number;
  /** The row of the span among all spans, ascending. */
  readonly span: Uint32Array;
  /** The id that both ends have in common, that is the caller's: two words of its bytes on the wire. */
  readonly idWords: Uint32Array;
  /** Index for `targetText` of the batch; 0 names nothing. */
  readonly target: Uint32Array;
};

const serverKind = 2;
const clientKind = 3;
const producerKind = 4;
const consumerKind = 5;

export const isCaller = (kind: number): boolean => kind === clientKind || kind === producerKind;

export const isCallee = (kind: number): boolean => kind === serverKind || kind === consumerKind;

/** Collects them; grows by doubling. */
export class CallColumns {
  rows = 0;
  #arrays = allocate(256);

  push(bytes: Uint8Array, idFrom: number, span: number, target: number): void {
    if (this.rows === this.#arrays.span.length) this.#grow();
    const at = this.rows++;
    const { span: spans, idWords, target: targets } = this.#arrays;
    spans[at] = span;
    targets[at] = target;
    idWords[at * 2] = readUint32LE(bytes, idFrom);
    idWords[at * 2 + 1] = readUint32LE(bytes, idFrom + 4);
  }

  view(): CallEndColumns {
    const { rows } = this;
    const { span, idWords, target } = this.#arrays;
    return {
      rows,
      span: span.subarray(0, rows),
      idWords: idWords.subarray(0, rows * 2),
      target: target.subarray(0, rows),
    };
  }

  #grow(): void {
    const larger = allocate(this.#arrays.span.length * 2);
    for (const [name, array] of Object.entries(this.#arrays)) {
      larger[name as keyof typeof larger].set(array);
    }
    this.#arrays = larger;
  }
}

const allocate = (rows: number) => ({
  span: new Uint32Array(rows),
  idWords: new Uint32Array(rows * 2),
  target: new Uint32Array(rows),
});
