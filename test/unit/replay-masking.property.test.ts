import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { holds } from '../support/property.ts';
import {
  element,
  input,
  maskedText,
  mutation,
  page,
  type RecordedEvent,
  type RecordedNode,
  text,
} from '../support/recorded-events.ts';

const selectors = ['.secret', 'aside', 'div.a[data-private]', '#hidden'] as const;

/** What an element is, and what is in it. */
type Tree = {
  readonly tag: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly (Tree | 'text')[];
};

const attributes = fc
  .record(
    {
      class: fc.constantFrom('a', 'b', 'secret', 'a b', 'b secret', 'secrets'),
      id: fc.constantFrom('main', 'hidden'),
      'data-private': fc.constantFrom('', 'yes'),
    },
    { requiredKeys: [] },
  )
  .map(sent => sent as Tree['attributes']);

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.record({
    tag: fc.constantFrom('div', 'p', 'aside', 'span'),
    attributes,
    children: fc.array(
      fc.oneof({ depthSize: 'small' }, fc.constant('text' as const), tie('tree')),
      {
        maxLength: 4,
      },
    ),
  }),
}));

/** What happens to a page after it was recorded; nodes are drawn by number. */
type Act =
  | { readonly kind: 'add'; readonly parent: number; readonly tree: Tree }
  | { readonly kind: 'add-unknown' }
  | { readonly kind: 'move'; readonly node: number; readonly parent: number }
  | { readonly kind: 'text'; readonly node: number }
  | { readonly kind: 'change'; readonly node: number; readonly attributes: Tree['attributes'] }
  | { readonly kind: 'type'; readonly node: number }
  | { readonly kind: 'draw-again' };

const act = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), parent: fc.nat(), tree }),
  fc.record({ kind: fc.constant('add-unknown' as const) }),
  fc.record({ kind: fc.constant('move' as const), node: fc.nat(), parent: fc.nat() }),
  fc.record({ kind: fc.constant('text' as const), node: fc.nat() }),
  fc.record({ kind: fc.constant('change' as const), node: fc.nat(), attributes }),
  fc.record({ kind: fc.constant('type' as const), node: fc.nat() }),
  fc.record({ kind: fc.constant('draw-again' as const) }),
);

type Known = {
  readonly id: number;
  readonly tag: string | undefined;
  attributes: Tree['attributes'];
  parent: number | undefined;
};

/** Records a page as rrweb does, and knows of each text whether it must be masked: by a look at all that is around it. */
function openRecording() {
  const known = new Map<number, Known>();
  const events: RecordedEvent[] = [];
  const texts = { masked: [] as string[], kept: [] as string[] };
  let ids = 0;
  const isSelected = ({ tag, attributes: of }: Known): boolean =>
    tag === 'aside' ||
    (of.class ?? '').split(' ').includes('secret') ||
    of.id === 'hidden' ||
    (tag === 'div' &&
      (of.class ?? '').split(' ').includes('a') &&
      of['data-private'] !== undefined);
  const isMasked = (id: number | undefined): boolean => {
    if (id === 0) return false;
    const node = id === undefined ? undefined : known.get(id);
    return node === undefined || isSelected(node) || isMasked(node.parent);
  };
  const made = (parent: number | undefined): string => {
    const mark = `text${texts.masked.length + texts.kept.length}x`;
    (isMasked(parent) ? texts.masked : texts.kept).push(mark);
    return mark;
  };
  const nodeOf = (of: Tree | 'text', parent: number | undefined): RecordedNode => {
    const id = ++ids;
    if (of === 'text') {
      known.set(id, { id, tag: undefined, attributes: {}, parent });
      return text(id, `${made(parent)} and more`);
    }
    known.set(id, { id, tag: of.tag, attributes: of.attributes, parent });
    const children = of.children.map(child => nodeOf(child, id));
    return element(id, of.tag, { ...of.attributes, title: made(id) }, children);
  };
  /** Each node comes alone and after what it is in. */
  const addsOf = (
    of: Tree | 'text',
    parentId: number,
  ): { parentId: number; node: RecordedNode }[] => {
    const node = nodeOf(of === 'text' ? of : { ...of, children: [] }, parentId);
    const id = node.id as number;
    const inner = of === 'text' ? [] : of.children.flatMap(child => addsOf(child, id));
    return [{ parentId, node }, ...inner];
  };
  const elements = (): Known[] => [...known.values()].filter(({ tag }) => tag !== undefined);
  const drawn = (number: number): Known => {
    const node = elements()[number % elements().length];
    if (node === undefined) throw new Error('expected an element');
    return node;
  };
  const isWithin = (id: number | undefined, outer: number): boolean =>
    id !== undefined && (id === outer || isWithin(known.get(id)?.parent, outer));
  const draw = (of: Tree): void => {
    known.clear();
    const node = nodeOf(of, 0);
    events.push(page(node));
  };
  const record = (change: Parameters<typeof mutation>[0]): void =>
    void events.push(mutation(change));
  const move = (node: Known, parent: Known): void => {
    if (node.id === parent.id || isWithin(parent.id, node.id)) return;
    node.parent = parent.id;
    const inner = [...known.values()].find(each => each.parent === node.id && !each.tag);
    const moved = element(node.id, node.tag ?? '', { ...node.attributes, title: made(node.id) });
    // What is in it may stand before it.
    const child = inner && { parentId: node.id, node: text(inner.id, made(node.id)) };
    record({ adds: [...(child ? [child] : []), { parentId: parent.id, node: moved }] });
  };
  const change = (node: Known, attributes: Tree['attributes']): void => {
    node.attributes = { ...node.attributes, ...attributes };
    const changed = { id: node.id, attributes: { ...attributes, title: made(node.id) } };
    record({ attributes: [changed] });
  };
  const changeText = (number: number): void => {
    const all = [...known.values()].filter(({ tag }) => tag === undefined);
    const changed = all[number % (all.length || 1)];
    if (changed) record({ texts: [{ id: changed.id, value: made(changed.parent) }] });
  };
  const addUnknown = (): void => {
    texts.masked.push('unknown text');
    record({ adds: [{ parentId: 77_777, node: text(++ids, 'unknown text') }] });
  };
  /** There is an element: the first of each page. */
  const perform = (one: Act): void => {
    switch (one.kind) {
      case 'add':
        record({ adds: addsOf(one.tree, drawn(one.parent).id) });
        break;
      case 'add-unknown':
        addUnknown();
        break;
      case 'move':
        move(drawn(one.node), drawn(one.parent));
        break;
      case 'text':
        changeText(one.node);
        break;
      case 'change':
        change(drawn(one.node), one.attributes);
        break;
      case 'type': {
        const { id } = drawn(one.node);
        events.push(input(id, made(id)));
        break;
      }
      case 'draw-again':
        draw({ tag: 'div', attributes: {}, children: ['text'] });
    }
  };
  return { draw, perform, events, texts };
}

const settings = { maskSelectors: selectors, maskInputs: false };

const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
};

describe('Masked recordings', function () {
  this.timeout(240_000);

  it('have no text of an element that is selected, or of which nobody knows, and all others', () =>
    holds(
      fc.property(tree, fc.array(act, { maxLength: 12 }), (first, acts) => {
        const { draw, perform, events, texts } = openRecording();
        draw(first);
        for (const one of acts) perform(one);
        const stored = maskedText(JSON.stringify(events), settings);
        deepEqual(
          {
            stored: texts.masked.filter(each => stored.includes(each)),
            lost: texts.kept.filter(each => !stored.includes(each)),
          },
          { stored: [], lost: [] },
          stored,
        );
        deepEqual(shapeOf(JSON.parse(stored)), shapeOf(events));
      }),
      2_000,
    ));

  it('have no text of a page at all when all of it is masked', () =>
    holds(
      fc.property(tree, fc.array(act, { maxLength: 12 }), (first, acts) => {
        const { draw, perform, events } = openRecording();
        draw(first);
        for (const one of acts) perform(one);
        const rules = { maskText: true, maskInputs: true, maskAttributes: ['ti*'] };
        const stored = maskedText(JSON.stringify(events), rules);
        equal(/text\d/u.test(stored), false, stored);
      }),
      500,
    ));

  it('are the same JSON elsewhere, digit by digit, whatever it is', () =>
    holds(
      fc.property(events, sent => {
        const found = maskedText(sent, { maskPatterns: ['never seen'], maskSelectors: ['.x'] });
        equal(found, sent);
      }),
      1_000,
    ));

  it('keep the digits of numbers that no double holds beside what is masked', () => {
    const numbers = '[9007199254740993,18446744073709551615,1e400,-0.1234567890123456789]';
    const sent = `[{"type":5,"timestamp":1.5e0,"data":{"tag":"a","payload":{"password":"abc","of":${numbers}}}}]`;
    const stored = maskedText(sent);
    equal(stored, sent.replace('"abc"', '"[REDACTED:sensitive_name]"'));
  });

  it('are read the same when they are too long to be read at once', () =>
    holds(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('a', 'password', 'tokens'),
        (value, name) => {
          const long = { wide: ' '.repeat(66_000) };
          const data = { tag: 'x', payload: [{ [name]: value }] };
          const event = (more: object) =>
            JSON.stringify([{ type: 5, timestamp: 1, data: { ...data, ...more } }]);
          const [short] = JSON.parse(maskedText(event({})));
          const [slow] = JSON.parse(maskedText(event({ long })));
          deepEqual(slow.data.payload, short.data.payload);
        },
      ),
      300,
    ));

  it('are never longer than a chunk may be', () => {
    const many = `{"pin":1},`.repeat(300_000);
    const sent = `[{"type":5,"timestamp":1,"data":[${many}0]}]`;
    const stored = maskedText(sent);
    ok(stored.length <= sent.length + 1024 * 1024);
    const data = JSON.parse(stored)[0].data as { pin: unknown }[];
    ok(data.slice(0, -1).every(({ pin }) => pin !== 1));
  });
});

/** No number of a card has so few digits. */
const figure = fc.oneof(fc.double({ min: -1e11, max: 1e11, noNaN: true }), fc.constant(1e300));

/** Events without anything that is masked, with white space and escapes as senders like them. */
const events = fc
  .array(
    fc.record({
      type: fc.nat({ max: 6 }),
      timestamp: fc.nat(),
      data: fc.dictionary(
        fc.constantFrom('a', 'source', 'x', 'positions', 'node', 'adds'),
        fc.oneof(
          fc.integer(),
          fc.constantFrom('plain', 'naïve\n"words"', '\u2028', '😀', '\\'),
          fc.array(fc.oneof(figure, fc.constantFrom(true, null, {}, []))),
        ),
      ),
    }),
    { maxLength: 5 },
  )
  .chain(made =>
    fc.constantFrom(
      JSON.stringify(made),
      JSON.stringify(made, undefined, 1),
      `\uFEFF${JSON.stringify(made)}`,
    ),
  );
