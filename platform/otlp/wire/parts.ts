import { event as eventMessage, link as linkMessage } from '../messages/traces.ts';
import { AttributeSlots, type FoundValue, readAttribute } from './attributes.ts';
import type { WireReader } from './reader.ts';

const { timeUnixNano: eventTimeTag, name: eventNameTag } = eventMessage.tags;
const { attributes: eventAttributesTag, droppedAttributesCount: eventDroppedTag } =
  eventMessage.tags;
const { traceId: traceIdTag, spanId: spanIdTag, traceState: traceStateTag } = linkMessage.tags;
const { attributes: linkAttributesTag, droppedAttributesCount: linkDroppedTag } = linkMessage.tags;
const { flags: flagsTag } = linkMessage.tags;

/** What one event says; used again for every event. */
export class EventScan {
  timeLow = 0;
  timeHigh = 0;
  nameFrom = 0;
  nameTo = 0;
  droppedAttributes = 0;
  readonly attributes = new AttributeSlots();

  clear(): void {
    this.timeLow = this.timeHigh = 0;
    this.nameFrom = this.nameTo = 0;
    this.droppedAttributes = 0;
    this.attributes.count = 0;
  }
}

/** What one link says; used again for every link. */
export class LinkScan {
  traceIdFrom = 0;
  traceIdTo = 0;
  spanIdFrom = 0;
  spanIdTo = 0;
  traceStateFrom = 0;
  traceStateTo = 0;
  flags = 0;
  droppedAttributes = 0;
  readonly attributes = new AttributeSlots();

  clear(): void {
    this.traceIdFrom = this.traceIdTo = 0;
    this.spanIdFrom = this.spanIdTo = 0;
    this.traceStateFrom = this.traceStateTo = 0;
    this.flags = this.droppedAttributes = 0;
    this.attributes.count = 0;
  }
}

/** Reads an event from where the reader stands to the end of its message. */
export function readEvent(reader: WireReader, event: EventScan, value: FoundValue): void {
  event.clear();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === eventTimeTag) {
      reader.fixed64();
      event.timeLow = reader.low;
      event.timeHigh = reader.high;
    } else if (tag === eventNameTag) {
      reader.range();
      event.nameFrom = reader.from;
      event.nameTo = reader.to;
    } else if (tag === eventAttributesTag) readAttribute(reader, event.attributes, value);
    else if (tag === eventDroppedTag) event.droppedAttributes = reader.uint32();
    else reader.skip(tag, eventMessage);
  }
}

/** Reads a link like an event. Its ids may be missing (some SDKs link to nothing), but not half there. */
export function readLink(reader: WireReader, link: LinkScan, value: FoundValue): void {
  link.clear();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    switch (tag) {
      case traceIdTag:
        reader.range();
        link.traceIdFrom = reader.from;
        link.traceIdTo = reader.to;
        break;
      case spanIdTag:
        reader.range();
        link.spanIdFrom = reader.from;
        link.spanIdTo = reader.to;
        break;
      case traceStateTag:
        reader.range();
        link.traceStateFrom = reader.from;
        link.traceStateTo = reader.to;
        break;
      case linkAttributesTag:
        readAttribute(reader, link.attributes, value);
        break;
      case linkDroppedTag:
        link.droppedAttributes = reader.uint32();
        break;
      case flagsTag:
        link.flags = reader.fixed32();
        break;
      default:
        reader.skip(tag, linkMessage);
    }
  }
  checkIds(reader, link);
}

function checkIds(reader: WireReader, link: LinkScan): void {
  if (reader.problem !== undefined) return;
  const trace = link.traceIdTo - link.traceIdFrom;
  const span = link.spanIdTo - link.spanIdFrom;
  if (trace !== 0 && trace !== 16) {
    reader.fail(`a link has a trace id of ${trace} bytes, expected 16`);
  } else if (span !== 0 && span !== 8) {
    reader.fail(`a link has a span id of ${span} bytes, expected 8`);
  }
}
