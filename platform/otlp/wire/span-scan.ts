import { span, spanKinds, status, statusCodes } from '../messages/traces.ts';
import { wireTypes } from '../messages/wire-types.ts';
import { AttributeSlots, newFoundValue, readAttribute } from './attributes.ts';
import { EventScan, LinkScan, readEvent, readLink } from './parts.ts';
import type { WireReader } from './reader.ts';

const { traceId: traceIdTag, spanId: spanIdTag, parentSpanId: parentIdTag } = span.tags;
const { name: nameTag, kind: kindTag, traceState: traceStateTag, flags: flagsTag } = span.tags;
const { startTimeUnixNano: startTag, endTimeUnixNano: endTag } = span.tags;
const { attributes: attributesTag, events: eventsTag, links: linksTag } = span.tags;
const { droppedAttributesCount: droppedAttributesTag } = span.tags;
const { droppedEventsCount: droppedEventsTag, droppedLinksCount: droppedLinksTag } = span.tags;
const { status: statusTag } = span.tags;
const { code: statusCodeTag, message: statusMessageTag } = status.tags;
const { delimited } = wireTypes;
const kindMax = spanKinds.size - 1;
const statusMax = statusCodes.size - 1;

/** What one span message says: its numbers, and the places of everything else. Used again for every span and body. */
export class SpanScan {
  traceIdFrom = 0;
  traceIdTo = 0;
  spanIdFrom = 0;
  spanIdTo = 0;
  parentIdFrom = 0;
  parentIdTo = 0;
  nameFrom = 0;
  nameTo = 0;
  traceStateFrom = 0;
  traceStateTo = 0;
  messageFrom = 0;
  messageTo = 0;
  kind = 0;
  status = 0;
  flags = 0;
  startLow = 0;
  startHigh = 0;
  endLow = 0;
  endHigh = 0;
  droppedAttributes = 0;
  droppedEvents = 0;
  droppedLinks = 0;
  readonly attributes = new AttributeSlots();
  /** Begin and end of each event, one after the other. */
  readonly events: number[] = [];
  readonly links: number[] = [];
  readonly event = new EventScan();
  readonly link = new LinkScan();
  readonly value = newFoundValue();

  /** Begins a body. */
  begin(): void {
    this.attributes.begin();
    this.event.attributes.begin();
    this.link.attributes.begin();
  }

  clear(): void {
    this.traceIdFrom = this.traceIdTo = 0;
    this.spanIdFrom = this.spanIdTo = 0;
    this.parentIdFrom = this.parentIdTo = 0;
    this.nameFrom = this.nameTo = 0;
    this.traceStateFrom = this.traceStateTo = 0;
    this.messageFrom = this.messageTo = 0;
    this.kind = this.status = this.flags = 0;
    this.startLow = this.startHigh = this.endLow = this.endHigh = 0;
    this.droppedAttributes = this.droppedEvents = this.droppedLinks = 0;
    this.attributes.count = 0;
    // Setting a length is a call into the engine, also where it changes nothing.
    if (this.events.length > 0) this.events.length = 0;
    if (this.links.length > 0) this.links.length = 0;
  }
}

/** Reads the whole message at which `reader` stands; the reader knows whether it could be read. */
export function scanSpan(reader: WireReader, scan: SpanScan): void {
  scan.clear();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === attributesTag) readAttribute(reader, scan.attributes, scan.value);
    else if ((tag & 7) === delimited) scanDelimited(reader, scan, tag);
    else scanNumber(reader, scan, tag);
  }
}

function scanDelimited(reader: WireReader, scan: SpanScan, tag: number): void {
  switch (tag) {
    case traceIdTag:
      reader.range();
      scan.traceIdFrom = reader.from;
      scan.traceIdTo = reader.to;
      break;
    case spanIdTag:
      reader.range();
      scan.spanIdFrom = reader.from;
      scan.spanIdTo = reader.to;
      break;
    case parentIdTag:
      reader.range();
      scan.parentIdFrom = reader.from;
      scan.parentIdTo = reader.to;
      break;
    case nameTag:
      reader.range();
      scan.nameFrom = reader.from;
      scan.nameTo = reader.to;
      break;
    case traceStateTag:
      reader.range();
      scan.traceStateFrom = reader.from;
      scan.traceStateTo = reader.to;
      break;
    case statusTag:
      scanStatus(reader, scan);
      break;
    case eventsTag:
      scanEvent(reader, scan);
      break;
    case linksTag:
      scanLink(reader, scan);
      break;
    default:
      reader.skip(tag, span);
  }
}

function scanNumber(reader: WireReader, scan: SpanScan, tag: number): void {
  switch (tag) {
    case kindTag:
      scan.kind = known(reader.uint32(), kindMax);
      break;
    case startTag:
      reader.fixed64();
      scan.startLow = reader.low;
      scan.startHigh = reader.high;
      break;
    case endTag:
      reader.fixed64();
      scan.endLow = reader.low;
      scan.endHigh = reader.high;
      break;
    case flagsTag:
      scan.flags = reader.fixed32();
      break;
    case droppedAttributesTag:
      scan.droppedAttributes = reader.uint32();
      break;
    case droppedEventsTag:
      scan.droppedEvents = reader.uint32();
      break;
    case droppedLinksTag:
      scan.droppedLinks = reader.uint32();
      break;
    default:
      reader.skip(tag, span);
  }
}

function scanStatus(reader: WireReader, scan: SpanScan): void {
  const outer = reader.enter();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === statusCodeTag) scan.status = known(reader.uint32(), statusMax);
    else if (tag === statusMessageTag) {
      reader.range();
      scan.messageFrom = reader.from;
      scan.messageTo = reader.to;
    } else reader.skip(tag, status);
  }
  reader.leave(outer);
}

function scanEvent(reader: WireReader, scan: SpanScan): void {
  const outer = reader.enter();
  scan.events.push(reader.from, reader.to);
  readEvent(reader, scan.event, scan.value);
  reader.leave(outer);
}

function scanLink(reader: WireReader, scan: SpanScan): void {
  const outer = reader.enter();
  scan.links.push(reader.from, reader.to);
  readLink(reader, scan.link, scan.value);
  reader.leave(outer);
}

/** A value of an enum that was added later than us counts as unset. */
const known = (value: number, max: number): number => (value <= max ? value : 0);
