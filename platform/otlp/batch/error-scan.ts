import { attributeTypes } from '../attribute-types.ts';
import { errorTextBytesMax } from '../limits.ts';
import type { AttributeSlots } from '../wire/attributes.ts';
import { EventScan, readEvent } from '../wire/parts.ts';
import { WireReader } from '../wire/reader.ts';
import { type ByteRange, noRange } from '../wire/scope.ts';
import type { SpanScan } from '../wire/span-scan.ts';

/** The range of a span's error text; empty without one. */
export type ErrorPlaces = {
  readonly type: ByteRange;
  readonly message: ByteRange;
  readonly stack: ByteRange;
  readonly debugId: ByteRange;
  readonly replayId: ByteRange;
};

const exceptionName = Buffer.from('exception');
const exceptionType = Buffer.from('exception.type');
const exceptionMessage = Buffer.from('exception.message');
const exceptionStack = Buffer.from('exception.stacktrace');
const errorType = Buffer.from('error.type');
const errorMessage = Buffer.from('error.message');
const debugIdKey = Buffer.from('tracekit.debug_id');
const replayIdKey = Buffer.from('replay_id');

const none: ReturnType<typeof exceptionOf> = { type: noRange, message: noRange, stack: noRange };

/**
 * A function that finds it: the first exception that the span recorded says more than the span's
 * own status; attributes of the span are used without both.
 */
export function openErrorScan(): (bytes: Uint8Array, scan: SpanScan) => ErrorPlaces {
  const event = new EventScan();
  const exceptionIn = (bytes: Uint8Array, { events, value }: SpanScan) => {
    for (let at = 0; at < events.length; at += 2) {
      readEvent(new WireReader(bytes, events[at], events[at + 1]), event, value);
      if (isText(bytes, event.nameFrom, event.nameTo, exceptionName)) {
        return exceptionOf(bytes, event.attributes);
      }
    }
    return none;
  };
  return (bytes, scan) => {
    const { attributes } = scan;
    const recorded = exceptionIn(bytes, scan);
    const onSpan = exceptionOf(bytes, attributes);
    const status = { from: scan.messageFrom, to: scan.messageTo };
    const shown = (...ranges: readonly ByteRange[]): ByteRange => cut(bytes, first(ranges));
    const ofError = (key: Buffer): ByteRange => textOf(bytes, attributes, key);
    return {
      type: shown(recorded.type, onSpan.type, ofError(errorType)),
      message: shown(recorded.message, status, onSpan.message, ofError(errorMessage)),
      stack: shown(recorded.stack, onSpan.stack),
      debugId: shown(ofError(debugIdKey)),
      replayId: shown(ofError(replayIdKey)),
    };
  };
}

const exceptionOf = (bytes: Uint8Array, slots: AttributeSlots) => ({
  type: textOf(bytes, slots, exceptionType),
  message: textOf(bytes, slots, exceptionMessage),
  stack: textOf(bytes, slots, exceptionStack),
});

/** The place of an attribute that is a text. */
function textOf(bytes: Uint8Array, slots: AttributeSlots, key: Buffer): ByteRange {
  for (let index = 0; index < slots.count; index++) {
    if (slots.type(index) !== attributeTypes.string) continue;
    if (!isText(bytes, slots.keyFrom(index), slots.keyTo(index), key)) continue;
    return { from: slots.valueFrom(index), to: slots.valueTo(index) };
  }
  return noRange;
}

const isText = (bytes: Uint8Array, from: number, to: number, text: Buffer): boolean =>
  to - from === text.length && text.equals(bytes.subarray(from, to));

const first = (ranges: readonly ByteRange[]): ByteRange =>
  ranges.find(({ from, to }) => to > from) ?? noRange;

/** The span keeps all of it; here is what a list shows. Cut before a character that does not fit. */
function cut(bytes: Uint8Array, { from, to }: ByteRange): ByteRange {
  let end = Math.min(to, from + errorTextBytesMax);
  if (end < to) while (end > from && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return { from, to: end };
}
