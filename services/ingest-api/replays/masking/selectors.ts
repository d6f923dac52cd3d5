/** What an element must have: a tag, or an attribute with some value, a value or a word of it. */
type Condition =
  | { readonly kind: 'tag'; readonly name: string }
  | { readonly kind: 'attribute'; readonly name: string }
  | { readonly kind: 'value' | 'word'; readonly name: string; readonly value: string };

/** The conditions of a selector, all of which an element fulfils that it selects. */
type Compound = readonly Condition[];

/** Of an element, the conditions that it fulfils, by number. */
export type Held = ReadonlySet<number>;

/** Attributes of an element by name in lower case; null: it has lost one. */
export type Attributes = ReadonlyMap<string, string | null>;

export type Selectors = {
  readonly isEmpty: boolean;
  readonly looksAt: (attribute: string) => boolean;
  readonly heldBy: (tag: string, attributes: Attributes) => Held;
  /** After some of the attributes changed. */
  readonly heldAfter: (held: Held, attributes: Attributes) => Held;
  readonly isSelected: (held: Held) => boolean;
};

const conditionsMax = 8;

const word = '[\\p{L}\\p{N}_-]+';
const tagStart = /^[a-z][\w-]*/iu;
const quoted = `"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>${word})`;
const part = new RegExp(
  `#(?<id>${word})|\\.(?<class>${word})|\\[\\s*(?<attribute>[\\w.:-]+)\\s*(?:=\\s*(?:${quoted})\\s*)?\\]`,
  'uy',
);

/** A selector of one element: `tag`, `#id`, `.class`, `[name]`, `[name="value"]`, alone or together. Undefined if it is none. */
export function parseSelector(text: string): Compound | undefined {
  const source = text.trim();
  const [tag = ''] = tagStart.exec(source) ?? [];
  const conditions: Condition[] = tag === '' ? [] : [{ kind: 'tag', name: tag.toLowerCase() }];
  let at = tag.length;
  while (at < source.length) {
    part.lastIndex = at;
    const found = part.exec(source);
    if (found === null) return undefined;
    conditions.push(conditionOf(found.groups ?? {}));
    at += found[0].length;
  }
  const isFit = conditions.length > 0 && conditions.length <= conditionsMax;
  return isFit ? conditions : undefined;
}

function conditionOf(groups: { readonly [group: string]: string | undefined }): Condition {
  const { id, class: ofClass, attribute = '', double, single, bare } = groups;
  if (id !== undefined) return { kind: 'value', name: 'id', value: id };
  if (ofClass !== undefined) return { kind: 'word', name: 'class', value: ofClass };
  const value = double ?? single ?? bare;
  const name = attribute.toLowerCase();
  return value === undefined ? { kind: 'attribute', name } : { kind: 'value', name, value };
}

const none: Held = new Set();

/** Selectors that `parseSelector` reads. */
export function openSelectors(texts: readonly string[]): Selectors {
  const numbers = new Map<string, number>();
  const conditions: Condition[] = [];
  const numberOf = (condition: Condition): number => {
    const key = JSON.stringify(condition);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, conditions.length);
    return conditions.push(condition) - 1;
  };
  const compounds = texts.map(text => (parseSelector(text) ?? []).map(numberOf));
  const byAttribute = grouped(conditions);
  const changed = (held: Held, attributes: Attributes): Held => {
    const now = new Set(held);
    for (const [name, value] of attributes)
      for (const [number, condition] of byAttribute.get(name) ?? []) {
        if (fulfils(value, condition)) now.add(number);
        else now.delete(number);
      }
    return now.size === 0 ? none : now;
  };
  return {
    isEmpty: texts.length === 0,
    looksAt: name => byAttribute.has(name),
    heldBy: (tag, attributes) => {
      const ofTag = numbers.get(JSON.stringify({ kind: 'tag', name: tag }));
      return changed(ofTag === undefined ? none : new Set([ofTag]), attributes);
    },
    heldAfter: changed,
    isSelected: held => compounds.some(compound => compound.every(number => held.has(number))),
  };
}

function grouped(
  conditions: readonly Condition[],
): ReadonlyMap<string, readonly (readonly [number, Condition])[]> {
  const groups = new Map<string, (readonly [number, Condition])[]>();
  for (const [number, condition] of conditions.entries()) {
    if (condition.kind === 'tag') continue;
    const group = groups.get(condition.name) ?? [];
    group.push([number, condition]);
    groups.set(condition.name, group);
  }
  return groups;
}

function fulfils(value: string | null, condition: Condition): boolean {
  if (value === null) return false;
  switch (condition.kind) {
    case 'value':
      return value === condition.value;
    case 'word':
      return value.split(/\s+/u).includes(condition.value);
    case 'attribute':
      return true;
    case 'tag':
      return false;
  }
}
