import type { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { describe, maskAttributes, type ReadAttributes, readAttributes } from './attributes.ts';
import { maskingLimits as limits } from './config.ts';
import type { Masking } from './masking.ts';
import { newNode, type PageNode } from './nodes.ts';
import { elementType, maskNode, maskText, nameOf, numberNext, textNext } from './page.ts';
import { maskValue } from './values.ts';

/**
 * Masks the changes of a page that come next, an object of lists. All of them happened at once and come in any order, so it is
 * first read what they make of the page, and then masked by that.
 */
export function maskMutation(masking: Masking): void {
  const { json, nodes } = masking;
  const mark = json.mark();
  const added = readMutation(masking);
  json.goTo(mark);
  nodes.change();
  forMembers(json, name => {
    if (name === 'adds') forEntries(masking, index => maskAdded(masking, added[index]));
    else if (name === 'texts') forEntries(masking, () => maskChangedText(masking));
    else if (name === 'attributes') forEntries(masking, () => maskChangedAttributes(masking));
    else maskValue(masking);
  });
}

/** Takes over where the added nodes are and which attributes changed. Gives the nodes in their order, as many as are known at once. */
function readMutation(masking: Masking): readonly PageNode[] {
  const { json } = masking;
  const added: PageNode[] = [];
  forMembers(json, name => {
    if (name === 'adds')
      forEntries(masking, () => {
        const node = readAdded(masking);
        if (added.length < limits.nodesMax) added.push(node);
      });
    else if (name === 'attributes') forEntries(masking, () => readChanged(masking));
    else json.skip();
  });
  return added;
}

function readAdded(masking: Masking): PageNode {
  const { json, nodes } = masking;
  let parentId: number | undefined;
  let read: ReturnType<typeof readNode> | undefined;
  forMembers(json, name => {
    if (name === 'parentId') parentId = numberNext(json);
    else if (name === 'node') read = readNode(masking);
    else json.skip();
  });
  // What moves stays what its children know.
  const node = nodes.get(read?.id) ?? newNode(undefined);
  node.parent = undefined;
  node.parentId = parentId;
  if (read?.isElement === false) node.isRead = true;
  else if (read?.attributes !== undefined)
    describe(node, read.tag, read.attributes, masking.rules.selectors);
  if (read?.id !== undefined) nodes.set(read.id, node);
  return node;
}

type ReadNode = {
  isElement?: boolean;
  id?: number | undefined;
  tag?: string | undefined;
  attributes?: ReadAttributes;
};

function readNode({ json, rules }: Pick<Masking, 'json' | 'rules'>): ReadNode {
  const read: ReadNode = {};
  forMembers(json, name => {
    if (name === 'id') read.id = numberNext(json);
    else if (name === 'type') read.isElement = numberNext(json) === elementType;
    else if (name === 'tagName') read.tag = textNext(json)?.toLowerCase();
    else if (name === 'attributes') read.attributes = readAttributes(json, rules.selectors);
    else json.skip();
  });
  return read;
}

function readChanged({ json, nodes, rules }: Masking): void {
  const { id, attributes } = readNode({ json, rules });
  const node = nodes.get(id);
  if (node !== undefined && attributes !== undefined)
    describe(node, undefined, attributes, rules.selectors);
}

function maskAdded(masking: Masking, node: PageNode | undefined): void {
  forMembers(masking.json, name => {
    if (name === 'node') maskNode(masking, node ?? newNode(undefined));
    else maskValue(masking);
  });
}

/** Its id comes first, as rrweb writes it; of a text without one, nothing is known. */
function maskChangedText(masking: Masking): void {
  const { json, nodes } = masking;
  let id: number | undefined;
  forMembers(json, name => {
    if (name === 'id') id = numberNext(json);
    else if (name === 'value') maskText(masking, nodes.get(id));
    else maskValue(masking);
  });
}

function maskChangedAttributes(masking: Masking): void {
  const { json, nodes, rules } = masking;
  let id: number | undefined;
  forMembers(json, name => {
    if (name === 'id') id = numberNext(json);
    else if (name === 'attributes') {
      const mark = json.mark();
      const { values } = readAttributes(json, rules.selectors);
      json.goTo(mark);
      maskAttributes(masking, { node: nodes.get(id), tag: undefined, attributes: values });
    } else maskValue(masking);
  });
}

/** Goes through an object; `take` reads or passes over each value. What is none is passed over. */
export function forMembers(json: JsonScanner, take: (name: string) => void): void {
  if (json.peek() !== 'object') {
    json.skip();
    return;
  }
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) take(nameOf(json));
}

function forEntries({ json }: Masking, take: (index: number) => void): void {
  if (json.peek() !== 'array') {
    json.skip();
    return;
  }
  json.enter();
  for (let index = 0; json.nextElement(index === 0); index++) take(index);
}
