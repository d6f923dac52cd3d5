import { tooManyMessages, tooManyResources } from '../limit-exceeded.ts';
import { requestMessagesMax, requestResourceBytesMax, serviceNameBytesMax } from '../limits.ts';
import { MalformedBody } from '../malformed-body.ts';
import { resourceSpans, scopeSpans, traceRequest } from '../messages/traces.ts';
import type { SignalNames } from '../signal-names.ts';
import { AttributeSlots, newFoundValue } from './attributes.ts';
import { WireReader } from './reader.ts';
import {
  type ByteRange,
  nextRange,
  noRange,
  readResource,
  readScope,
  type ScopeByteRanges,
} from './scope.ts';
import { findServiceName, unknownService } from './service-name.ts';

// Every signal has its resources, scopes and items under the same numbers.
const { resourceSpans: resourcesTag } = traceRequest.tags;
const {
  resource: resourceTag,
  scopeSpans: scopesTag,
  schemaUrl: resourceSchemaTag,
} = resourceSpans.tags;
const { scope: scopeTag, spans: itemsTag, schemaUrl: scopeSchemaTag } = scopeSpans.tags;

/** What is done with the items (spans, metrics) that lie under resources and their scopes. */
export type ScopeVisitor = {
  readonly words: SignalNames;
  /** The only services whose items are taken; every one when absent. */
  readonly services?: readonly Uint8Array[] | undefined;
  readonly unnamedSeen?: (() => void) | undefined;
  /** Called for each scope before its items; `name` is the place of the scope's name. */
  readonly enterScope: (places: ScopeByteRanges, name: ByteRange) => void;
  /** Walks through the item before whose length the reader stands. */
  readonly walkItem: (around: ItemContext) => void;
};

/** What an item gets of the request around it. */
export type ItemContext = {
  /** Why every item of its resource is refused. */
  readonly resourceProblem: string | undefined;
  /** Throws when the request holds too many messages by now: they are cheap to send and dear to store. */
  readonly expectFewMessages: () => void;
};

type ScopeWalk = {
  readonly reader: WireReader;
  /** For the parts beside the items. */
  readonly part: WireReader;
  readonly visitor: ScopeVisitor;
  readonly slots: AttributeSlots;
  readonly expectFewMessages: () => void;
  resourceProblem: string | undefined;
  resourceBytes: number;
};

/** Of the resource or scope that is looked at; one for all bodies of a thread. */
const slots = new AttributeSlots();

/**
 * Walks through an export request of any signal. Throws MalformedBody when anything above the items cannot be read.
 */
export function walkScopes(reader: WireReader, visitor: ScopeVisitor): void {
  const part = new WireReader(reader.bytes);
  slots.begin();
  const found = { resourceProblem: undefined, resourceBytes: 0 };
  const expectFewMessages = (): void => {
    if (reader.entered + part.entered > requestMessagesMax) throw tooManyMessages(visitor.words);
  };
  const walk: ScopeWalk = { reader, part, visitor, slots, expectFewMessages, ...found };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === resourcesTag) walkResource(walk);
    else reader.skip(tag, traceRequest);
  }
  expectReadable(reader, visitor.words.signal, 'request');
}

/** Throws for what is read after its end, or has no end. */
export function expectReadable({ problem }: WireReader, signal: string, part: string): void {
  if (problem === undefined) return;
  throw new MalformedBody(`expected OTLP ${signal} in protobuf, found ${part} in which ${problem}`);
}

/** Fields may come in any order, so the resource is looked for before the items are walked through. */
function walkResource(walk: ScopeWalk): void {
  const { reader } = walk;
  const { signal, items } = walk.visitor.words;
  const outer = reader.enter();
  walk.expectFewMessages();
  const begin = reader.at;
  let resource = noRange;
  let resourceSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === resourceTag) resource = nextRange(reader);
    else if (tag === resourceSchemaTag) resourceSchema = nextRange(reader);
    else if (tag === scopesTag) reader.range();
    else reader.skip(tag, resourceSpans);
  }
  expectReadable(reader, signal, `resource ${items}`);
  checkResource(walk, resource);
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === scopesTag) walkScope(walk, resource, resourceSchema);
    else reader.skip(tag);
  }
  reader.moveTo(end, outer);
}

function walkScope(walk: ScopeWalk, resource: ByteRange, resourceSchema: ByteRange): void {
  const { reader, visitor } = walk;
  const outer = reader.enter();
  walk.expectFewMessages();
  const begin = reader.at;
  let scope = noRange;
  let scopeSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === scopeTag) scope = nextRange(reader);
    else if (tag === scopeSchemaTag) scopeSchema = nextRange(reader);
    else if (tag === itemsTag) reader.range();
    else reader.skip(tag, scopeSpans);
  }
  expectReadable(reader, visitor.words.signal, `scope ${visitor.words.items}`);
  const name = checkScope(walk, scope);
  countResource(walk, [resource, resourceSchema, scope, scopeSchema]);
  visitor.enterScope({ resource, resourceSchema, scope, scopeSchema }, name);
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === itemsTag) visitor.walkItem(walk);
    else reader.skip(tag);
  }
  reader.moveTo(end, outer);
}

function checkResource(walk: ScopeWalk, range: ByteRange): void {
  const { part, slots, visitor } = walk;
  part.moveTo(range.from, range.to);
  readResource(part, slots, newFoundValue());
  expectReadable(part, visitor.words.signal, 'resource');
  const name = findServiceName(part.bytes, slots);
  if (name === undefined) visitor.unnamedSeen?.();
  const { from, to } = name ?? noRange;
  walk.resourceProblem =
    to - from > serviceNameBytesMax
      ? `expected a service name of at most ${serviceNameBytesMax} bytes, found ${to - from}`
      : foreignService(part.bytes.subarray(from, to), visitor.services);
}

/** Why a service is none that the key may send. */
function foreignService(
  given: Uint8Array,
  services: readonly Uint8Array[] | undefined,
): string | undefined {
  if (services === undefined) return undefined;
  const name = Buffer.from(given.length === 0 ? unknownService : given);
  if (services.some(each => name.equals(each))) return undefined;
  return `the API key may not send for the service '${name.toString()}'`;
}

function checkScope({ part, slots, visitor }: ScopeWalk, range: ByteRange): ByteRange {
  part.moveTo(range.from, range.to);
  const { name } = readScope(part, slots, newFoundValue());
  expectReadable(part, visitor.words.signal, 'scope');
  return name;
}

function countResource(walk: ScopeWalk, ranges: readonly ByteRange[]): void {
  for (const { from, to } of ranges) walk.resourceBytes += to - from;
  if (walk.resourceBytes > requestResourceBytesMax) throw tooManyResources();
}
