import { isHolding, isNaming, secrecyOfHeld } from '../../../../domain/scrub/markup.ts';
import { strictest } from '../../../../domain/scrub/scrub.ts';
import { type Secrecy, secrecyOf } from '../../../../domain/scrub/secret-names.ts';
import type { JsonKind, JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { maskingLimits as limits } from './config.ts';
import type { Masking } from './masking.ts';
import type { PageNode } from './nodes.ts';
import type { Attributes, Selectors } from './selectors.ts';
import { maskRead, maskStylesRead, starRead } from './texts.ts';
import { maskValue } from './values.ts';

/** Attributes without which what is masked would look otherwise; every other one of it is masked. */
const looks = new Set(
  `class id style _csstext media rel type role dir lang hidden open disabled readonly checked selected multiple contenteditable tabindex
  width height size rows cols colspan rowspan span align valign border cellpadding cellspacing bgcolor color face clear nowrap
  rr_width rr_height rr_left rr_top rr_scrollleft rr_scrolltop rr_open_mode rr_mediastate rr_mediacurrenttime
  viewbox xmlns preserveaspectratio d points x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy offset transform fill fill-rule fill-opacity
  stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity clip-path clip-rule mask opacity
  stop-color stop-opacity gradientunits gradienttransform text-anchor font-size font-family font-weight`.split(
    /\s+/u,
  ),
);

/** Names of attributes are in lower case here. */
const holds = (name: string): boolean => isHolding(name) || name === 'defaultvalue';

/** Fields whose value a page gives them, as a rule: nobody types it. */
const given = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio']);
const fields = new Set(['input', 'textarea', 'select']);

export type ReadAttributes = {
  readonly values: Attributes;
  /** False where one of them was too long to be read. */
  readonly isWhole: boolean;
};

/** Passes over attributes and gives those that selectors or names of fields are about; the others may be long. */
export function readAttributes(json: JsonScanner, selectors: Selectors): ReadAttributes {
  const values = new Map<string, string | null>();
  let isWhole = true;
  if (json.peek() !== 'object') {
    json.skip();
    return { values, isWhole: false };
  }
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    const name = nameRead(json);
    const isWanted = isNaming(name) || selectors.looksAt(name);
    const kind = json.peek();
    json.skip();
    if (!isWanted) continue;
    const value = valueRead(json, kind);
    if (value === undefined) isWhole = false;
    else values.set(name, value);
  }
  return { values, isWhole };
}

/** The name of an attribute, in lower case; '' of one that is too long to be one. */
const nameRead = (json: JsonScanner): string =>
  json.to - json.from <= limits.attributeBytesMax ? json.text().toLowerCase() : '';

/** Null where there is no such attribute any more; undefined where it is too long to be compared with anything. */
function valueRead(json: JsonScanner, kind: JsonKind): string | null | undefined {
  if (kind === 'null' || kind === 'false') return null;
  if (kind !== 'string' && kind !== 'number') return '';
  return json.to - json.from <= limits.comparedBytesMax ? json.text() : undefined;
}

/** Takes over what the attributes of an element, or changes of them, say of it. `tag`: undefined where it is not named. */
export function describe(
  node: PageNode,
  tag: string | undefined,
  { values, isWhole }: ReadAttributes,
  selectors: Selectors,
): void {
  const { held } = node;
  node.held = tag === undefined ? selectors.heldAfter(held, values) : selectors.heldBy(tag, values);
  node.isRead = isWhole && (tag !== undefined || node.isRead);
  if (tag === 'style') node.kind = 'styles';
  else if (fields.has(tag ?? '')) node.kind = 'field';
  if (node.kind === 'field' && saidOf(values) === 'secret') node.kind = 'secret-field';
}

const saidOf = (attributes: Attributes): Secrecy => secrecyOfHeld(name => attributes.get(name));

export type Element = {
  /** Undefined: recorded in an earlier chunk. */
  readonly node: PageNode | undefined;
  /** In lower case; undefined where it is not known. */
  readonly tag: string | undefined;
  readonly attributes: Attributes;
};

/** Masks the attributes that come next. */
export function maskAttributes(masking: Masking, element: Element): void {
  const { json, nodes, rules } = masking;
  if (json.peek() !== 'object') {
    maskValue(masking);
    return;
  }
  const isMasked = nodes.isMasked(element.node);
  const isTyped = rules.inputs && holdsTyped(element);
  const said = element.node?.kind === 'secret-field' ? 'secret' : saidOf(element.attributes);
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    const name = nameRead(json);
    maskRead(masking);
    const isStarred =
      rules.isMaskedAttribute(name) ||
      (isMasked && !looks.has(name)) ||
      (isTyped && name === 'value');
    const secrecy = strictest(secrecyOf(name), holds(name) ? said : 'open');
    maskAttribute(masking, name, isStarred ? 'starred' : secrecy);
  }
}

function holdsTyped({ tag, node, attributes }: Element): boolean {
  if (tag === undefined) return node === undefined || node.kind !== 'other';
  return fields.has(tag) && !given.has((attributes.get('type') ?? '').toLowerCase());
}

function maskAttribute(masking: Masking, name: string, how: 'starred' | Secrecy): void {
  const { json } = masking;
  const isStyle = name === '_csstext' || (name === 'style' && how !== 'starred');
  if (isStyle) maskStyles(masking);
  else if (how === 'starred') starValue(masking);
  else if (json.peek() === 'string') {
    json.string();
    maskRead(masking, how);
  } else maskValue(masking, how);
}

/** Puts stars in the place of the value that comes next; yes and no stay. */
export function starValue(masking: Masking): void {
  const { json, out } = masking;
  const kind = json.peek();
  const start = json.place();
  json.skip();
  if (kind === 'string') starRead(masking);
  else if (kind === 'number' || kind === 'object' || kind === 'array')
    out.replaceValue(start, json.place(), '"***"');
}

/** Masks addresses in the texts of style sheets or declarations that come next, however they are put together. */
export function maskStyles(masking: Masking): void {
  const { json } = masking;
  const kind = json.peek();
  if (kind === 'string') {
    json.string();
    maskStylesRead(masking);
  } else if (kind === 'object') {
    json.enter();
    for (let isFirst = true; json.nextMember(isFirst); isFirst = false) maskStyles(masking);
  } else if (kind === 'array') {
    json.enter();
    for (let isFirst = true; json.nextElement(isFirst); isFirst = false) maskStyles(masking);
  } else json.skip();
}
