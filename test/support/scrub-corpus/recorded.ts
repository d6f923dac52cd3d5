import type { Json } from '../../../schemas/json.ts';
import {
  custom,
  element,
  mutation,
  openIds,
  page,
  type RecordedEvent,
  type RecordedNode,
  text,
} from '../recorded-events.ts';

type Form<Value> = (value: Value) => readonly RecordedEvent[];

const event = (type: number, data: Json): RecordedEvent => ({ type, data, timestamp: 5 });

/** Where recorders put texts. */
const ofTexts: readonly (readonly [where: string, Form<string>])[] = [
  ['a text of a page', value => [page(element(1, 'p', {}, [text(2, value)]))]],
  ['an added text', value => [mutation({ adds: [{ parentId: 7, node: text(8, value) }] })]],
  ['a changed text', value => [mutation({ texts: [{ id: 8, value }] })]],
  ['a comment', value => [page({ type: 5, textContent: value, id: 2 })]],
  ['a title', value => [page(element(1, 'img', { alt: '', title: value }))]],
  ['an address of a link', value => [page(element(1, 'a', { href: value, class: 'wide' }))]],
  ['data of an element', value => [page(element(1, 'div', { 'data-note': value }))]],
  [
    'a changed attribute',
    value => [mutation({ attributes: [{ id: 4, attributes: { title: value, class: 'on' } }] })],
  ],
  ['the address of a page', value => [event(4, { href: value, width: 800, height: 600 })]],
  [
    'the address of a request',
    value => [
      custom('network-request', { method: 'GET', url: value, status: 200, duration: 12.5 }),
    ],
  ],
  [
    'the error of a request',
    value => [
      custom('network-request', { method: 'GET', url: '/a', status: 0, duration: 1, error: value }),
    ],
  ],
  ['a line of the console', value => [custom('console-log', { level: 'info', message: value })]],
  [
    'a stack',
    value => [
      custom('console-log', { level: 'error', message: 'failed', stack: `at a\n${value}` }),
    ],
  ],
  [
    'a plugin of the console',
    value => [
      event(6, {
        plugin: 'rrweb/console@1',
        payload: { level: 'log', trace: [], payload: [value] },
      }),
    ],
  ],
];

/** Where they put other values. */
const ofValues: readonly (readonly [where: string, Form<Json>])[] = [
  [
    'data of the console',
    value => [custom('console-log', { level: 'info', message: 'sent', data: value })],
  ],
  [
    'an entry of the network',
    value => [custom('network-request', { method: 'POST', url: '/a', status: 200, more: value })],
  ],
];

const ofNodes: readonly (readonly [where: string, Form<RecordedNode>])[] = [
  ['a node of a page', node => [page(element(1, 'div', {}, [withIds(node)]))]],
  ['an added node', node => [mutation({ adds: [{ parentId: 7, node: withIds(node) }] })]],
];

function withIds(node: RecordedNode): RecordedNode {
  const next = openIds();
  const numbered = (each: RecordedNode): RecordedNode => ({
    ...each,
    ...(Array.isArray(each.childNodes) && {
      childNodes: each.childNodes.map(child => numbered(child as RecordedNode)),
    }),
    id: 100 + next(),
  });
  return numbered(node);
}

const isNode = (value: Json): value is RecordedNode =>
  typeof value === 'object' && value !== null && ('tagName' in value || 'textContent' in value);

/** A value of the corpus in each place where a recording may have it. */
export function recordedWith(value: Json): readonly {
  readonly where: string;
  readonly events: readonly RecordedEvent[];
}[] {
  const texts = typeof value === 'string' ? formsOf(ofTexts, value) : [];
  const nodes = isNode(value) ? formsOf(ofNodes, value) : [];
  return [...texts, ...nodes, ...formsOf(ofValues, value)];
}

const formsOf = <Value>(forms: readonly (readonly [where: string, Form<Value>])[], value: Value) =>
  forms.map(([where, form]) => ({ where, events: form(value) }));

/** Where no objects are made of what is around a value: it is too long. */
export const recordedAmongMuch = (value: Json): readonly RecordedEvent[] => [
  custom('console-log', { level: 'info', data: [{ wide: ' '.repeat(70_000) }, value] }),
];
