import { limitExceeded, tooManyMessages } from '../limit-exceeded.ts';
import { pointListMax, requestItemsMax, requestMessagesMax } from '../limits.ts';
import { MalformedBody } from '../malformed-body.ts';
import type { Field, Message } from '../messages/message.ts';
import { metricsRequest } from '../messages/metrics.ts';
import { traceRequest } from '../messages/traces.ts';
import { metricWords, type SignalNames, traceWords } from '../signal-names.ts';
import { readEnum, scalars, writePacked } from './scalars.ts';
import { type JsonKind, JsonScanner } from './scanner.ts';
import { ProtoWriter } from './writer.ts';

export type Transcoded = {
  /** The same request in protobuf, without the refused items. */
  readonly bytes: Uint8Array;
  /** Items (spans, data points) that cannot be written in protobuf, and why the first one cannot. */
  readonly refused: number;
  readonly reason?: string;
};

type NestedField = Extract<Field, { readonly message: unknown }>;
type PackedField = Extract<Field, { readonly kind: 'packed' }>;
type PlainField = Exclude<Field, NestedField | PackedField>;

/**
 * An OTLP/JSON request as protobuf, so that both formats have one walk and one set of rules.
 * Lenient where real clients need it: what may stand for what is in `scalars.ts`. Throws
 * MalformedBody when the body is no JSON object, or a part above the items has the wrong shape.
 */
export const transcodeTraces = (body: Uint8Array): Transcoded =>
  new Transcoder(body, traceWords).run(traceRequest);

/** The same for metrics; its items are data points. */
export const transcodeMetrics = (body: Uint8Array): Transcoded =>
  new Transcoder(body, metricWords).run(metricsRequest);

class Transcoder {
  readonly scanner: JsonScanner;
  readonly writer: ProtoWriter;
  readonly halves = { low: 0, high: 0 };
  readonly #words: SignalNames;
  #isInItem = false;
  #problem: string | undefined;
  #items = 0;
  #messages = 0;
  #refused = 0;
  #reason: string | undefined;

  constructor(body: Uint8Array, words: SignalNames) {
    this.#words = words;
    this.scanner = new JsonScanner(body);
    this.writer = new ProtoWriter(body.length);
  }

  run(request: Message): Transcoded {
    const kind = this.scanner.peek();
    if (kind !== 'object') throw new MalformedBody(`expected a JSON object, found ${kind}`);
    this.#message(request);
    this.scanner.finish();
    return {
      bytes: this.writer.view(),
      refused: this.#refused,
      ...(this.#reason !== undefined && { reason: this.#reason }),
    };
  }

  #message(message: Message): void {
    const { scanner } = this;
    scanner.enter();
    for (let isFirst = true; scanner.nextMember(isFirst); isFirst = false) {
      const field = this.#fieldOf(message);
      if (field === undefined) scanner.skip();
      else this.#field(field);
    }
  }

  #fieldOf(message: Message): Field | undefined {
    const { bytes, from, to, isEscaped } = this.scanner;
    if (!isEscaped) return message.names.find(bytes, from, to);
    const key = Buffer.from(this.scanner.text());
    return message.names.find(key, 0, key.length);
  }

  /** For every field, null is the same as absent. */
  #field(field: Field): void {
    const kind = this.scanner.peek();
    if (kind === 'null') this.scanner.word('null');
    else if ('message' in field) this.#nested(field, kind);
    else if (field.kind === 'packed') this.#packed(field, kind);
    else if (kind === 'object' || kind === 'array') this.#mismatch(field, 'a plain value', kind);
    else this.#plain(field, kind);
  }

  #nested(field: NestedField, kind: JsonKind): void {
    if (field.kind === 'message') this.#element(field, kind);
    else this.#list(field, kind);
  }

  #plain(field: PlainField, kind: JsonKind): void {
    if (field.kind !== 'enum') {
      const problem = scalars[field.kind](this, field, kind);
      if (problem !== undefined) this.#fail(`${field.name}: expected ${problem}`);
      return;
    }
    const value = readEnum(this, kind, field.values);
    if (value === 0) return;
    this.writer.varint(field.tag);
    this.writer.varint(value);
  }

  #packed(field: PackedField, kind: JsonKind): void {
    if (kind !== 'array') {
      this.#mismatch(field, 'an array', kind);
      return;
    }
    this.writer.varint(field.tag);
    const begin = this.writer.begin();
    this.scanner.enter();
    let count = 0;
    for (; this.scanner.nextElement(count === 0); count++) this.#packedValue(field, count);
    if (count > pointListMax) this.#fail(`it has a list of more than ${pointListMax} values`);
    this.writer.finish(begin);
  }

  /** Values past the limit are not written: each may become eight bytes of two. */
  #packedValue(field: PackedField, count: number): void {
    const kind = this.scanner.peek();
    if (kind === 'object' || kind === 'array') this.#mismatch(field, 'plain values', kind);
    else if (count >= pointListMax) this.scanner.skip();
    else {
      const problem = writePacked(this, field.of, kind);
      if (problem !== undefined) this.#fail(`${field.name}: expected ${problem}`);
    }
  }

  #list(field: NestedField, kind: JsonKind): void {
    if (kind !== 'array') {
      this.#mismatch(field, 'an array', kind);
      return;
    }
    this.scanner.enter();
    for (let isFirst = true; this.scanner.nextElement(isFirst); isFirst = false) {
      const element = this.scanner.peek();
      if (field.kind === 'items') this.#item(field, element);
      else this.#element(field, element);
    }
  }

  /** An item that cannot be written is taken back, alone. */
  #item(field: NestedField, kind: JsonKind): void {
    const begin = this.writer.length;
    if (++this.#items > requestItemsMax) throw limitExceeded(this.#words);
    this.#isInItem = true;
    this.#problem = undefined;
    this.#element(field, kind);
    this.#isInItem = false;
    if (this.#problem === undefined) return;
    this.writer.length = begin;
    this.#refused++;
    this.#reason ??= `${this.#words.item} number ${this.#items}: ${this.#problem}`;
  }

  #element(field: NestedField, kind: JsonKind): void {
    if (++this.#messages > requestMessagesMax) throw tooManyMessages(this.#words);
    if (kind !== 'object' && kind !== 'null') {
      this.#mismatch(field, 'an object', kind);
      return;
    }
    this.writer.varint(field.tag);
    const begin = this.writer.begin();
    if (kind === 'null') this.scanner.word('null');
    else this.#message(field.message());
    this.writer.finish(begin);
  }

  #mismatch(field: Field, expected: string, found: JsonKind): void {
    this.scanner.skip();
    this.#fail(`${field.name}: expected ${expected}, found ${found}`);
  }

  #fail(problem: string): void {
    if (!this.#isInItem) throw new MalformedBody(problem);
    this.#problem ??= problem;
  }
}
