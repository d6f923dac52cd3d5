import { resource, scope } from '../messages/resources.ts';
import { type AttributeSlots, type FoundValue, readAttribute } from './attributes.ts';
import type { WireReader } from './reader.ts';

const { attributes: resourceAttributesTag, droppedAttributesCount: resourceDroppedTag } =
  resource.tags;
const { name: nameTag, version: versionTag } = scope.tags;
const { attributes: attributesTag, droppedAttributesCount: droppedTag } = scope.tags;

/** The place of a message in the body. */
export type ByteRange = { readonly from: number; readonly to: number };

export const noRange: ByteRange = { from: 0, to: 0 };

const currentRange = (reader: WireReader): ByteRange => ({ from: reader.from, to: reader.to });

/** Where what follows comes from: places of messages and texts in the body. */
export type ScopeByteRanges = {
  readonly resource: ByteRange;
  readonly resourceSchema: ByteRange;
  readonly scope: ByteRange;
  readonly scopeSchema: ByteRange;
};

/** The parts of a Resource that are kept beside its attributes. */
export type ResourceParts = { droppedAttributes: number };

export type ScopeParts = ResourceParts & { name: ByteRange; version: ByteRange };

/** Reads a whole Resource from where the reader was moved to. */
export function readResource(
  reader: WireReader,
  slots: AttributeSlots,
  value: FoundValue,
): ResourceParts {
  slots.count = 0;
  const parts = { droppedAttributes: 0 };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === resourceAttributesTag) readAttribute(reader, slots, value);
    else if (tag === resourceDroppedTag) parts.droppedAttributes = reader.uint32();
    else reader.skip(tag, resource);
  }
  return parts;
}

/** Reads a whole InstrumentationScope from where the reader was moved to. */
export function readScope(
  reader: WireReader,
  slots: AttributeSlots,
  value: FoundValue,
): ScopeParts {
  slots.count = 0;
  const parts = { name: noRange, version: noRange, droppedAttributes: 0 };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === nameTag) parts.name = nextRange(reader);
    else if (tag === versionTag) parts.version = nextRange(reader);
    else if (tag === attributesTag) readAttribute(reader, slots, value);
    else if (tag === droppedTag) parts.droppedAttributes = reader.uint32();
    else reader.skip(tag, scope);
  }
  return parts;
}

export function nextRange(reader: WireReader): ByteRange {
  reader.range();
  return currentRange(reader);
}
