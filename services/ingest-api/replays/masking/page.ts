import type { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { describe, maskAttributes, type ReadAttributes, readAttributes } from './attributes.ts';
import type { Masking } from './masking.ts';
import { newNode, type PageNode } from './nodes.ts';
import { maskRead, maskStylesRead, starRead } from './texts.ts';
import { maskValue } from './values.ts';

export const elementType = 2;

const noAttributes: ReadAttributes = { values: new Map(), isWhole: false };

/**
 * Masks the node of a page that comes next, with all that is in it. An element is known when its children come: its tag and its
 * attributes stand before them, as rrweb writes them. Where they do not, what is in it counts as selected.
 *  node  as far as it is known already: what is around it
 */
export function maskNode(masking: Masking, node: PageNode): void {
  const { json, nodes, rules } = masking;
  if (json.peek() !== 'object') {
    maskValue(masking);
    return;
  }
  let tag: string | undefined;
  let attributes = noAttributes;
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    switch (nameOf(json)) {
      case 'type':
        if (numberNext(json) !== elementType) node.isRead = true;
        break;
      case 'tagName':
        tag = textNext(json)?.toLowerCase();
        break;
      case 'attributes':
        attributes = attributesAhead(masking);
        describe(node, tag, attributes, rules.selectors);
        maskAttributes(masking, { node, tag, attributes: attributes.values });
        break;
      case 'childNodes':
        maskChildren(masking, node);
        break;
      case 'textContent':
        maskText(masking, node);
        break;
      case 'id': {
        const id = numberNext(json);
        if (id !== undefined) nodes.set(id, node);
        break;
      }
      default:
        maskValue(masking);
    }
  }
}

function maskChildren(masking: Masking, parent: PageNode): void {
  const { json } = masking;
  if (json.peek() !== 'array') {
    maskValue(masking);
    return;
  }
  json.enter();
  for (let isFirst = true; json.nextElement(isFirst); isFirst = false)
    maskNode(masking, newNode(parent));
}

function attributesAhead({ json, rules }: Masking): ReadAttributes {
  const mark = json.mark();
  const attributes = readAttributes(json, rules.selectors);
  json.goTo(mark);
  return attributes;
}

/** Masks the text that comes next. `node`: that of the text; undefined where an earlier chunk recorded it. */
export function maskText(masking: Masking, node: PageNode | undefined): void {
  const { json, nodes, rules } = masking;
  if (json.peek() !== 'string') {
    maskValue(masking);
    return;
  }
  json.string();
  const parent = node && nodes.parentOf(node);
  const kind = parent === undefined || parent === 'root' ? 'other' : parent.kind;
  if (kind === 'styles') maskStylesRead(masking);
  else if (rules.text || kind === 'secret-field' || (kind === 'field' && rules.inputs))
    starRead(masking);
  else if (nodes.isMasked(node)) starRead(masking);
  else maskRead(masking);
}

/** Names of members are short; of a long one it does not matter what it is. */
export const nameOf = (json: JsonScanner): string => (json.to - json.from <= 32 ? json.text() : '');

export function numberNext(json: JsonScanner): number | undefined {
  const isNumber = json.peek() === 'number';
  json.skip();
  return isNumber ? Number(json.text()) : undefined;
}

export function textNext(json: JsonScanner): string | undefined {
  const isText = json.peek() === 'string';
  json.skip();
  return isText && json.to - json.from <= 256 ? json.text() : undefined;
}
