import { deepEqual, equal } from 'node:assert/strict';
import { safeEvent } from '../../../services/web/replay-frame/safe-events.ts';

const snapshot = (tagName: string, attributes: object, childNodes: object[] = []) => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 2, tagName, attributes, childNodes } },
});

const attributesOf = (tagName: string, attributes: object): unknown =>
  (safeEvent(snapshot(tagName, attributes)) as ReturnType<typeof snapshot>).data.node.attributes;

describe('events of a recording', () => {
  it('lose what runs, on whatever element', () => {
    for (const attributes of [
      { onclick: 'x()' },
      { ONLOAD: 'x()' },
      { href: 'javascript:x()' },
      { href: ' \u0001java\nscript\t:x()' },
      { 'xlink:href': 'JaVaScRiPt:x()' },
      { formaction: 'vbscript:x' },
      { srcdoc: '<script>x()</script>' },
      { 'http-equiv': 'refresh' },
    ])
      deepEqual(attributesOf('div', attributes), {}, JSON.stringify(attributes));
  });

  it('lose what loads other documents, connects, or changes where addresses lead', () => {
    deepEqual(attributesOf('iframe', { src: 'https://a.example', width: '10' }), { width: '10' });
    deepEqual(attributesOf('OBJECT', { data: 'https://a.example' }), {});
    deepEqual(attributesOf('base', { href: 'https://a.example' }), {});
    deepEqual(attributesOf('script', { src: 'https://a.example' }), {});
    deepEqual(attributesOf('link', { rel: 'preconnect', href: 'https://a.example' }), {});
    deepEqual(attributesOf('link', { rel: 'nofollow DNS-prefetch' }), {});
  });

  it('keep what is looked at', () => {
    const kept = [
      ['a', { href: 'https://a.example/?q=javascript:', rel: 'noopener noreferrer' }],
      ['img', { src: 'data:image/png;base64,AA==', alt: 'javascript is a word' }],
      ['link', { _cssText: 'p { color: red }' }],
      ['input', { value: 'text', checked: true }],
    ] as const;
    for (const [tag, attributes] of kept)
      deepEqual(attributesOf(tag, { ...attributes }), attributes, tag);
  });

  it('are clean at any depth, and where attributes change later', () => {
    let page: object = { type: 2, tagName: 'i', attributes: { onclick: 'x()' }, childNodes: [] };
    for (let level = 0; level < 50_000; level++)
      page = { type: 2, tagName: 'b', attributes: {}, childNodes: [page] };
    const change = {
      type: 3,
      timestamp: 1,
      data: {
        source: 0,
        adds: [{ node: page }],
        attributes: [{ id: 1, attributes: { rel: 'preconnect', href: 'javascript:x()', id: 'a' } }],
      },
    };
    safeEvent(change);
    deepEqual(change.data.attributes[0]?.attributes, { id: 'a' });
    let node = page as { attributes: object; childNodes: (typeof node)[] };
    for (let next = node.childNodes[0]; next !== undefined; next = node.childNodes[0]) node = next;
    deepEqual(node.attributes, {});
  });

  it('are left out where they are none', () => {
    for (const none of [
      null,
      'text',
      { type: 2, timestamp: 1 },
      { type: 2, timestamp: 1, data: { node: 'page' } },
      { type: 3, timestamp: 1, data: null },
      { type: 4, timestamp: 1, data: { width: 'wide', height: 1 } },
      { type: 3, data: {} },
    ])
      equal(safeEvent(none), undefined, JSON.stringify(none));
    deepEqual(safeEvent({ type: 5, timestamp: 1, data: {} }), { type: 5, timestamp: 1, data: {} });
  });
});
