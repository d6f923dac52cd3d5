import { requestMessagesMax, requestSpansMax } from '../limits.ts';
import { MalformedBody } from '../malformed-body.ts';
import { tooManyMessages, tooManySpans } from '../wire/walk.ts';
import { type Field, type Message, traceRequest } from './messages.ts';
import { readEnum, scalars } from './scalars.ts';
import { type JsonKind, JsonScanner } from './scanner.ts';
import { ProtoWriter } from './writer.ts';

export type Transcoded = {
  /** The same request in protobuf, without the refused spans. */
  readonly bytes: Uint8Array;
  /** Spans that cannot be written in protobuf, and why the first one cannot. */
  readonly refused: number;
  readonly reason?: string;
};

type NestedField = Extract<Field, { readonly message: unknown }>;
type PlainField = Exclude<Field, NestedField>;

/**
 * An OTLP/JSON request as protobuf, so that both formats have one walk and one set of rules.
 * Lenient where real clients need it: what may stand for what is in `scalars.ts`. Throws
 * MalformedBody when the body is no JSON object, or a part above the spans has the wrong shape.
 */
export function transcodeTraces(body: Uint8Array): Transcoded {
  return new Transcoder(body).run();
}

class Transcoder {
  readonly scanner: JsonScanner;
  readonly writer: ProtoWriter;
  readonly halves = { low: 0, high: 0 };
  #isInSpan = false;
  #problem: string | undefined;
  #spans = 0;
  #messages = 0;
  #refused = 0;
  #reason: string | undefined;

  constructor(body: Uint8Array) {
    this.scanner = new JsonScanner(body);
    this.writer = new ProtoWriter(body.length);
  }

  run(): Transcoded {
    const kind = this.scanner.peek();
    if (kind !== 'object') throw new MalformedBody(`expected a JSON object, found ${kind}`);
    this.#message(traceRequest);
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
    if (!isEscaped) return message.find(bytes, from, to);
    const key = Buffer.from(this.scanner.text());
    return message.find(key, 0, key.length);
  }

  /** Null is the same as absent, whatever the field. */
  #field(field: Field): void {
    const kind = this.scanner.peek();
    if (kind === 'null') this.scanner.word('null');
    else if ('message' in field) this.#nested(field, kind);
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

  #list(field: NestedField, kind: JsonKind): void {
    if (kind !== 'array') {
      this.#mismatch(field, 'an array', kind);
      return;
    }
    this.scanner.enter();
    for (let isFirst = true; this.scanner.nextElement(isFirst); isFirst = false) {
      const element = this.scanner.peek();
      if (field.kind === 'spans') this.#span(field, element);
      else this.#element(field, element);
    }
  }

  /** A span that cannot be written is taken back, alone. */
  #span(field: NestedField, kind: JsonKind): void {
    const begin = this.writer.length;
    if (++this.#spans > requestSpansMax) throw tooManySpans();
    this.#isInSpan = true;
    this.#problem = undefined;
    this.#element(field, kind);
    this.#isInSpan = false;
    if (this.#problem === undefined) return;
    this.writer.length = begin;
    this.#refused++;
    this.#reason ??= `span number ${this.#spans}: ${this.#problem}`;
  }

  #element(field: NestedField, kind: JsonKind): void {
    if (++this.#messages > requestMessagesMax) throw tooManyMessages();
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
    if (!this.#isInSpan) throw new MalformedBody(problem);
    this.#problem ??= problem;
  }
}
