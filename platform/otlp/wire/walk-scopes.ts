import { MalformedBody } from '../malformed-body.ts';
import { AttributeSlots, newFoundValue } from './attributes.ts';
import { WireReader } from './reader.ts';
import {
  nextRange,
  noRange,
  type Range,
  readResource,
  readScope,
  type ScopePlaces,
} from './scope.ts';

/** What is done with the items (spans, metrics) that lie under resources and their scopes. */
export type ScopeVisitor = {
  /** What the request and its parts are called when they cannot be read. */
  readonly words: { readonly signal: string; readonly items: string };
  /** Hears of every scope before its items; `name` is the place of the scope's name. */
  readonly enterScope: (places: ScopePlaces, name: Range) => void;
  /** Walks through the item before whose length the reader stands. */
  readonly walkItem: () => void;
};

type ScopeWalk = {
  readonly reader: WireReader;
  /** For the parts beside the items. */
  readonly part: WireReader;
  readonly visitor: ScopeVisitor;
  readonly slots: AttributeSlots;
};

/**
 * Walks through an export request: every signal of OTLP has its resources, scopes and items under
 * the same numbers. Throws MalformedBody when anything above the items cannot be read.
 */
export function walkScopes(reader: WireReader, visitor: ScopeVisitor): void {
  const part = new WireReader(reader.bytes);
  const walk = { reader, part, visitor, slots: new AttributeSlots() };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) walkResource(walk);
    else reader.skip(tag, 1, 1);
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
  const begin = reader.at;
  let resource = noRange;
  let resourceSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) resource = nextRange(reader);
    else if (tag === 0x1a) resourceSchema = nextRange(reader);
    else if (tag === 0x12) reader.range();
    else reader.skip(tag, 1, 3);
  }
  expectReadable(reader, signal, `resource ${items}`);
  checkResource(walk, resource);
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) walkScope(walk, resource, resourceSchema);
    else reader.skip(tag, 0, 0);
  }
  reader.moveTo(end, outer);
}

function walkScope(walk: ScopeWalk, resource: Range, resourceSchema: Range): void {
  const { reader, visitor } = walk;
  const outer = reader.enter();
  const begin = reader.at;
  let scope = noRange;
  let scopeSchema = noRange;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) scope = nextRange(reader);
    else if (tag === 0x1a) scopeSchema = nextRange(reader);
    else if (tag === 0x12) reader.range();
    else reader.skip(tag, 1, 3);
  }
  expectReadable(reader, visitor.words.signal, `scope ${visitor.words.items}`);
  const name = checkScope(walk, scope);
  visitor.enterScope({ resource, resourceSchema, scope, scopeSchema }, name);
  const { end } = reader;
  reader.at = begin;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x12) visitor.walkItem();
    else reader.skip(tag, 0, 0);
  }
  reader.moveTo(end, outer);
}

function checkResource({ part, slots, visitor }: ScopeWalk, range: Range): void {
  part.moveTo(range.from, range.to);
  readResource(part, slots, newFoundValue());
  expectReadable(part, visitor.words.signal, 'resource');
}

function checkScope({ part, slots, visitor }: ScopeWalk, range: Range): Range {
  part.moveTo(range.from, range.to);
  const { name } = readScope(part, slots, newFoundValue());
  expectReadable(part, visitor.words.signal, 'scope');
  return name;
}
